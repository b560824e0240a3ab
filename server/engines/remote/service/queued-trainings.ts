import type { ServiceClient } from './service-client.ts'
import type { TrainingCalls } from './training-calls.ts'

/** Trainings at a service where a training is a request like any other. */
export const queuedTrainings = (client: ServiceClient): TrainingCalls => ({
  upload: (file, contentType) => client.upload(file, contentType),
  submit: (endpoint, input, { webhookUrl }) =>
    client.submit(endpoint, input, { webhookUrl, begunSince: null }),
  read: (call, signal) => client.read(call, signal),
  cancel: (call) => client.cancel(call),
})
