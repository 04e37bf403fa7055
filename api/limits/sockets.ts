/** Size limits of WebSocket messages, and limits on how far a client may fall behind or how long it may stay silent. */
import type { TokenBucketOptions } from '../../agent-worker/sockets/token-bucket.ts';

/** Largest message on `/speak`. A larger one closes the socket with 1009 (RFC 6455 section 7.4.1). */
export const MAX_SPEAK_MESSAGE_BYTES = 64 * 1024;

/**
 * Largest message on `/agents` and on media streams, closed the same way. It fits two seconds of any audio format in
 * base64.
 */
export const MAX_AGENT_MESSAGE_BYTES = 256 * 1024;

/** Largest event on `/v1/realtime`. It fits tool results, which are shortened before they reach the model. */
export const MAX_REALTIME_MESSAGE_BYTES = 960 * 1024;

/**
 * A context id is sent with every message of its text, which must stay under 64 KiB, and is stored with every waiting
 * piece of it.
 */
export const MAX_CONTEXT_ID_CHARS = 1000;

/**
 * Larger than any message a client may send, so that the rejection can be a close frame with a code. uWebSockets.js
 * itself would cut the connection.
 */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** How much speech a client of `/speak` may leave unread before the next message waits. */
export const MAX_UNREAD_SPEECH_BYTES = 256 * 1024;

/** Above this amount of unread data a client would not read a close message, so the conversation's socket is cut. */
export const MAX_UNREAD_GOODBYE_BYTES = 256 * 1024;

/** Never reached: back-pressure begins long before. */
export const MAX_BACKPRESSURE_BYTES = 16 * 1024 * 1024;

/** Timeout of a peer that sends neither a message nor a pong, in seconds. Pings are sent automatically. */
export const DEAD_PEER_SECONDS = 120;

/** Maximum number of query parameters of a media stream that become metadata of its conversation. */
export const MAX_METADATA_FIELDS = 64;
export const MAX_METADATA_CHARS = 1000;

/**
 * Rate limit of a WebSocket client: messages, pings and pongs together. A whole text may arrive at once, word by word.
 * Language models write hundreds of tokens a second, and callers send at most a hundred audio messages a second.
 */
export const MESSAGES: Omit<TokenBucketOptions, 'now'> = { capacity: 20_000, perSecond: 1000 };

/** Rate limit of faulty messages. Each is answered with an error. */
export const FAULTY_MESSAGES: Omit<TokenBucketOptions, 'now'> = { capacity: 100, perSecond: 10 };

/** Above this amount of unread data, errors included, a client of `/speak` is disconnected. */
export const MAX_UNREAD_BYTES = 2 * MAX_UNREAD_SPEECH_BYTES;

/** Reasons in close frames, which have room for 123 bytes (RFC 6455 section 5.5). */
export const TOO_MANY_MESSAGES = `More than ${MESSAGES.perSecond} messages per second were sent for too long`;
export const TOO_MANY_FAULTY = 'Too many messages could not be read';
