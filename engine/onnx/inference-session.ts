// Read with the first session: else the runtime sends Microsoft how it is used, and keeps a number of this machine in ~/.cache.
process.env['ORT_DISABLE_TELEMETRY'] = '1'

export { InferenceSession } from 'onnxruntime-node'
