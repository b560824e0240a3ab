import { randomUUID } from 'node:crypto'
import { noControl } from '../remote/control-nets.ts'
import { prepareShownControl } from '../remote/prepare-control.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import type { ControlToShow } from '../spec/index.ts'
import {
  downloadFile,
  FOLDER,
  forgetPrompts,
  cancelPrompts,
  inputName,
  submitPrompt,
  uploadImage,
} from './comfy-api.ts'
import { addHint, needsMap } from './control.ts'
import { addPart } from './build-workflow.ts'
import { promptIdOf } from './find-begun.ts'
import { outputOf } from './follow-prompts.ts'
import { loadParts } from './load-templates.ts'
import type { Abilities } from './read-abilities.ts'
import { waitForPrompt } from './wait-for-prompt.ts'

/**
 * What a control finds in an image, by a prompt of its own that waits in the server's line like any other.
 * @returns PNG
 * @throws EngineError; what `signal` aborted rejects with its reason, and the prompt is taken out of the line
 */
export async function showControl(
  server: RemoteServer,
  { models }: Abilities,
  model: string,
  control: ControlToShow,
  { patienceMs, signal }: { patienceMs: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const tools = models.find((entry) => entry.model.id === model)?.controls.get(control.kind)
  if (!tools || tools === 'ip-adapter' || needsMap(tools)) throw noControl(control.kind)
  const client = randomUUID()
  const output = outputOf(client, 0)
  const id = promptIdOf(client, 0)
  const image = await prepareShownControl(control)
  const file = await uploadImage(server, `${client}-control.png`, image)
  const parts = await loadParts()
  const hinted = addHint({ workflow: {}, ports: {} }, parts, tools, inputName(file))
  const { workflow } = addPart(hinted, parts['save-hint'], { output: `${FOLDER}/${output}` })
  const prompt = await submitPrompt(server, { id, clientId: client, workflow })
  const ignore = () => undefined
  try {
    const nextEnd = () => new Promise<void>(ignore)
    const waiting = { server, prompt, output, patienceMs, nextEnd, onPlace: ignore }
    const ended = await waitForPrompt(waiting, signal)
    return await downloadFile(server, ended.file, signal)
  } catch (error) {
    await cancelPrompts(server, [prompt])
    throw error
  } finally {
    await forgetPrompts(server, [prompt])
  }
}
