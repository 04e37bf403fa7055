/** The package comes without types; this is the part of the Emscripten module that is used. */
declare module '@echogarden/rnnoise-wasm' {
  export interface RnnoiseModule {
    readonly HEAPF32: Float32Array;
    /** Samples of a frame. */
    _rnnoise_get_frame_size(): number;
    /** @param model 0 for the one that is built in @returns the state's address */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** Addresses of frames, which may be the same. @returns how probably somebody speaks, 0 to 1 */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
    _malloc(bytes: number): number;
    _free(address: number): void;
  }

  export default function load(): Promise<RnnoiseModule>;
}
