// ONNX Runtime sends usage data to its vendor unless this is set. It reads the environment of the process, which a thread
// cannot change, so whoever starts threads that load the runtime imports this file first.
process.env.ORT_DISABLE_TELEMETRY = '1'
