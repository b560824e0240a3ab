import { readComfyui } from './comfyui/read-comfyui.ts'
import { graphOfWorkflow } from './comfyui/graph-of-workflow.ts'
import { type FoundSettings, textOf } from './found-settings.ts'
import { isObject, type Json, parseObject } from './parse-json.ts'
import { readA1111 } from './read-a1111.ts'
import { type ImageTexts, readImageTexts } from './read-image-texts.ts'
import { readFooocus, readInvoke, readInvoke2, readSwarm } from './read-json-settings.ts'
import { readNovelai } from './read-novelai.ts'

/** Texts that hold settings as A1111 writes them, or JSON; what is in the first can be nothing else. */
const PARAMETERS = ['parameters', 'UserComment', 'Comment', 'ImageDescription']

/** Texts that hold a graph of ComfyUI: of a PNG, and of Exif in WebP and JPEG, where a word goes before it. */
const GRAPHS = ['prompt', 'UserComment', 'Make', 'Model', 'ImageDescription', 'workflow']

/**
 * The settings that a file was made with, as A1111 (and Forge), ComfyUI, Civitai, InvokeAI, SwarmUI, Fooocus, NovelAI or
 * this product left them in it; null where there are none.
 */
export async function readSettings(file: Blob): Promise<FoundSettings | null> {
  const texts = await readImageTexts(file)
  return readOwnFormats(texts) ?? readGraphs(texts)
}

/** The settings in a text that was copied from a page or another program; null where it is any other text. */
export const readPastedSettings = (text: string): FoundSettings | null => {
  const found = /\n|\bNegative prompt:/.test(text) ? readA1111(text, false) : null
  return found !== null && found.request['steps'] !== undefined ? found : null
}

function readOwnFormats(texts: ImageTexts): FoundSettings | null {
  const invoke = parseObject(texts.get('invokeai_metadata'))
  if (invoke) return readInvoke(invoke)
  const invoke2 = parseObject(texts.get('sd-metadata'))
  const older = invoke2 && readInvoke2(invoke2)
  if (older) return older
  for (const name of PARAMETERS) {
    const found = readParameters(name, texts)
    if (found) return found
  }
  return null
}

function readParameters(name: string, texts: ImageTexts): FoundSettings | null {
  const text = texts.get(name)
  if (text === undefined) return null
  const scheme = texts.get('fooocus_scheme')
  const json = parseObject(text)
  if (json === null) {
    const found = readA1111(text, name === 'parameters')
    return found && scheme === 'a1111' ? { ...found, program: 'Fooocus' } : found
  }
  // NovelAI's WebP files have what its PNG files have as several texts in one.
  const inner = parseObject(textOf(json['Comment']) ?? undefined)
  if (inner && 'uc' in inner) {
    return readNovelai(inner, textOf(json['Description']), textOf(json['Source']))
  }
  if (isObject(json['sui_image_params'])) return readSwarm(json['sui_image_params'])
  if ('uc' in json || 'v4_prompt' in json) {
    return readNovelai(json, texts.get('Description') ?? null, texts.get('Source') ?? null)
  }
  return scheme === 'fooocus' || 'base_model' in json ? readFooocus(json) : null
}

function readGraphs(texts: ImageTexts): FoundSettings | null {
  for (const name of GRAPHS) {
    const json = parseObject(texts.get(name)?.replace(/^(prompt|workflow):/i, ''))
    const found = json && readGraph(json)
    if (found) return found
  }
  return null
}

/** A graph in either format; some nodes that save images write both into one text, by their names. */
function readGraph(json: Json): FoundSettings | null {
  const graph = Array.isArray(json['nodes']) ? graphOfWorkflow(json) : json
  const found = graph && readComfyui(graph)
  if (found) return found
  for (const name of ['prompt', 'workflow']) {
    const inner = json[name]
    const inside = isObject(inner) ? inner : parseObject(textOf(inner) ?? undefined)
    const read = inside && readGraph(inside)
    if (read) return read
  }
  return null
}
