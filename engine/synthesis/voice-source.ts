/** Names a synthesizer's voice; everything a lane needs to load it. */
export type BaseSource =
  | {
      readonly engine: 'vits';
      readonly modelPath: string;
      readonly configPath: string;
      readonly speaker: number;
    }
  | { readonly engine: 'espeak'; readonly voice: string };

/** Names a sound source: a voice of a synthesizer, or somebody's own spoken by one. */
export type VoiceSource =
  | BaseSource
  | {
      readonly engine: 'clone';
      readonly base: BaseSource;
      /** Names the codes: equal ids mean equal codes. */
      readonly referenceId: string;
      /** Over shared memory. */
      readonly codes: Uint8Array;
    };
