/** Sample rate of the caller's audio inside a conversation, in Hz; doors convert to it. Mono, 16 bit. */
export const CALLER_SAMPLE_RATE = 16_000;
/** Sample rate of the agent's audio inside a conversation, in Hz; doors convert from it. Mono, 16 bit. */
export const AGENT_SAMPLE_RATE = 24_000;
/** Samples in one 20 ms frame of the agent's audio. */
export const AGENT_FRAME_SAMPLES = AGENT_SAMPLE_RATE / 50;
