import { type FoundSettings, isObject, parseObject } from './found-settings.ts'
import { readA1111 } from './read-a1111.ts'
import { readComfyui } from './read-comfyui.ts'
import { readImageTexts } from './read-image-texts.ts'
import { readFooocus, readInvoke, readSwarm } from './read-json-settings.ts'

/**
 * The settings that a file was made with, as A1111 (and Forge), ComfyUI, InvokeAI, SwarmUI, Fooocus or this product left
 * them in it; null where there are none.
 */
export async function readSettings(file: Blob): Promise<FoundSettings | null> {
  const texts = await readImageTexts(file)
  const invoke = parseObject(texts.get('invokeai_metadata'))
  if (invoke) return readInvoke(invoke)
  for (const name of ['parameters', 'UserComment', 'Comment']) {
    const found = readParameters(texts.get(name), texts.get('fooocus_scheme'))
    if (found) return found
  }
  for (const name of ['prompt', 'Make', 'Model', 'ImageDescription']) {
    const graph = parseObject(texts.get(name)?.replace(/^prompt:/i, ''))
    const found = graph && readComfyui(graph)
    if (found) return found
  }
  return null
}

function readParameters(
  text: string | undefined,
  scheme: string | undefined,
): FoundSettings | null {
  if (text === undefined) return null
  const json = parseObject(text)
  if (json === null) {
    const found = readA1111(text)
    return found && scheme === 'a1111' ? { ...found, program: 'Fooocus' } : found
  }
  if (isObject(json['sui_image_params'])) return readSwarm(json['sui_image_params'])
  return scheme === 'fooocus' || 'base_model' in json ? readFooocus(json) : null
}
