/** How large messages on WebSockets may be, and how far a client may fall behind or stay silent. */

/** Largest message on `/speak`; beyond it the socket closes with 1009 (RFC 6455 section 7.4.1). */
export const MAX_SPEAK_MESSAGE_BYTES = 64 * 1024;

/** Largest message on `/agents` and on media streams, closed alike: two seconds of any sound, base64 and all, fit. */
export const MAX_AGENT_MESSAGE_BYTES = 256 * 1024;

/**
 * A context id goes back with every message of its text, which must stay under 64 KiB, and waits with every piece of
 * it.
 */
export const MAX_CONTEXT_ID_CHARS = 1000;

/**
 * Larger than any message a client may send, so that the refusal can be a close frame with its code; uWebSockets.js
 * itself would just cut the connection.
 */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/**
 * How much of its speech may be on its way to a client of `/speak` that has not read it; the next message waits then.
 */
export const MAX_UNREAD_SPEECH_BYTES = 256 * 1024;

/** More on its way than this when a conversation's socket is closed: nobody would read the goodbye. */
export const MAX_UNREAD_GOODBYE_BYTES = 256 * 1024;

/** Never reached: sending waits long before. */
export const MAX_BACKPRESSURE_BYTES = 16 * 1024 * 1024;

/** Seconds without a message or a pong after which a peer counts as dead. Pings go out by themselves. */
export const DEAD_PEER_SECONDS = 120;

/** Query parameters of a media stream that become metadata of its conversation. */
export const MAX_METADATA_FIELDS = 64;
export const MAX_METADATA_CHARS = 1000;
