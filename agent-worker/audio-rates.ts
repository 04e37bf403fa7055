/** Rate of the caller's audio inside a conversation, in samples per second; doors convert. Mono, 16 bit. */
export const CALLER_SAMPLE_RATE = 16_000;
/** Rate of the agent's audio inside a conversation, in samples per second; doors convert. Mono, 16 bit. */
export const AGENT_SAMPLE_RATE = 24_000;
/** Samples of one frame of the agent's audio: 20 ms. */
export const AGENT_FRAME_SAMPLES = AGENT_SAMPLE_RATE / 50;
