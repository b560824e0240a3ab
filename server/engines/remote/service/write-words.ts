import {
  EngineError,
  type WordsModel,
  type WordsRequest,
  type WrittenWords,
} from '../../spec/index.ts'
import type { WritingModel } from '#contract/service-model-entry.ts'
import { t } from '#server/texts/index.ts'
import { type Catalogue, costOf } from './catalogue.ts'
import { fillInput, type OrderValues } from './fill-input.ts'
import { isWriting } from './offer.ts'
import { typeOf } from './plan-order.ts'
import type { ServiceClient } from './service-client.ts'
import { brokenService } from './service-error.ts'
import { type WakeUps, type Patience, waitForCall } from './wait-for-call.ts'

interface Service {
  name: string
  client: ServiceClient
  catalogue: Catalogue
  wakeUps: WakeUps
  patience: Patience
  hasWebhook: boolean
  /** @returns the id of the request */
  submit(endpoint: string, input: Record<string, unknown>): Promise<string>
}

/** One request, waited for until it ends; one that is not waited for any longer is cancelled. */
export async function writeWords(
  service: Service,
  request: WordsRequest,
  signal: AbortSignal,
): Promise<WrittenWords> {
  const { name, client } = service
  const model = findModel(service.catalogue, request.task)
  const input = fillInput(model.input, await valuesOf(client, request))
  signal.throwIfAborted()
  const call = { endpoint: model.endpoint, id: await service.submit(model.endpoint, input) }
  const onRunning = () => undefined
  try {
    const { text, seconds } = await waitForCall(client, call, { ...service, signal, onRunning })
    if (text === null) throw brokenService(name, 'no words came of a request')
    return { text, costMicros: costOf(model.cost, { width: 0, height: 0, seconds }) }
  } catch (error) {
    if (signal.aborted) await client.cancel(call).catch(() => undefined)
    throw error
  }
}

function findModel(catalogue: Catalogue, task: WordsModel['task']): WritingModel {
  const found = Object.values(catalogue).find((entry) => entry.does === task)
  if (found && isWriting(found)) return found
  throw new EngineError('model_missing', `The service offers no ${task}`, {
    retryable: true,
    userMessage: t('engines.notNow'),
  })
}

async function valuesOf(
  client: Pick<ServiceClient, 'upload'>,
  request: WordsRequest,
): Promise<OrderValues> {
  if (request.task === 'improve_prompt') return { prompt: request.prompt }
  const { image } = request
  return { image: await client.upload(image, typeOf(image)) }
}
