/**
 * To be imported first. The runtime's builds, ours and the peer's, report to their maker unless told otherwise before
 * they start; a benchmark talks to this machine alone. Every process it starts inherits this.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
