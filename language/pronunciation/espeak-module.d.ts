/** The part of espeak-ng's WebAssembly build that is used here. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    readonly type: string;
    readonly text_position: number;
    readonly word_length: number;
    /** Milliseconds since the beginning of the synthesized text. */
    readonly audio_position: number;
    readonly id: string | number | undefined;
  }
  export interface EspeakVoiceRecord {
    readonly ptr: number;
    get_gender(): number;
  }
  export interface EspeakWorker {
    /** 0 on success. On failure the previous voice stays set. */
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): number;
    set_pitch(pitch: number): number;
    set_range(range: number): number;
    set_volume(volume: number): number;
    get_voices(index: number): EspeakVoiceRecord;
    list_voices(): {
      readonly name: string;
      readonly identifier: string;
      readonly languages: readonly { readonly priority: number; readonly name: string }[];
    }[];
    convert_to_phonemes(text: string, ipa: boolean): { readonly ptr: number };
    /** Calls back with pieces of audio until the text is spoken or the callback returns true. */
    synthesize(text: string, callback: (audio: Int16Array, events: EspeakEvent[]) => boolean): void;
  }
  export interface EspeakModule {
    readonly HEAP16: Int16Array;
    readonly FS: {
      readdir(path: string): string[];
      readFile(path: string, options: { readonly encoding: 'utf8' }): string;
      writeFile(path: string, text: string): void;
    };
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }
  const createModule: (options: { locateFile: (file: string) => string }) => Promise<EspeakModule>;
  export default createModule;
}
