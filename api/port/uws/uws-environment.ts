import { MAX_HEAD_BYTES } from '../../limits/requests.ts';

/**
 * uWebSockets.js reads this from the environment when it is loaded, so this module is imported first. Its own default
 * is 4 KiB.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(MAX_HEAD_BYTES);
