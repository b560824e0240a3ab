import type { RemoteServer } from '../remote/remote-server.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { type Beginning, EngineError, type RunWorkflowRequest } from '../spec/index.ts'
import { draftOf, stepsOf } from './build-workflow.ts'
import { FOLDER, inputName, uploadImage } from './comfy-api.ts'
import { nameOrder } from './find-begun.ts'
import { outputOf } from './follow-prompts.ts'
import type { ComfyOperation } from './operation.ts'
import type { Abilities } from './read-abilities.ts'
import { submitAll } from './start-drawing.ts'
import { uprightPng } from './upright-png.ts'
import { writePrompt } from './write-prompt.ts'
import { t } from '#server/texts/index.ts'

/**
 * Queues a workflow of the operator's own; what it makes may have any size.
 * @throws EngineError `model_missing`, `unsupported`
 */
export async function startWorkflow(
  server: RemoteServer,
  request: RunWorkflowRequest,
  { workflows }: Abilities,
  beginning?: Beginning,
): Promise<ComfyOperation> {
  const { model, image, prompt = '', width, height, indexes, seed } = request
  const found = workflows.find((entry) => entry.model.id === model)
  if (!found) {
    throw new EngineError('model_missing', `The server has no workflow ${model}`, {
      retryable: true,
      userMessage: t('engines.workflowNotNow'),
    })
  }
  const { template, file, files } = found
  const order = await nameOrder(server, indexes, beginning)
  const { client } = order
  const source = image
    ? await uploadImage(server, `${client}-source.png`, (await uprightPng(image)).data)
    : null
  const values = {
    ...files,
    ...(file !== null && { model: file }),
    ...(source && { source: inputName(source) }),
    prompt: writePrompt(prompt, 1, template.promptWeights),
    width,
    height,
  }
  const build = async (index: number) => {
    const output = `${FOLDER}/${outputOf(client, index)}`
    return draftOf(template, { ...values, seed: seedOf(seed, index), output }).workflow
  }
  const prompts = await submitAll(server, order, indexes, build)
  const [first = 0] = indexes
  const steps = stepsOf(await build(first))
  return { client, width, height, seed, steps, prompts, hasOwnSize: true }
}
