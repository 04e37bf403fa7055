/**
 * To be imported first. The onnxruntime builds of both sides send telemetry unless disabled before they start; a
 * benchmark uses this machine alone. Every process that it starts inherits this.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
