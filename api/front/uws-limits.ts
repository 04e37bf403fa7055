/**
 * Settings that uWebSockets.js reads from the environment when it is loaded, so this module comes before it. The default
 * of 4 KiB for all headers and the address is little for credentials and instructions in a query.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(16 * 1024);
