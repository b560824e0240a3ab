import { type ControlKind, controlFeature, MAP_KINDS } from '#contract/values/jobs/drawing.ts'
import type { Sampler } from '#contract/samplers.ts'
import { matchSamplers, type ServerSampler } from '../remote/sampler-names.ts'
import type { IgnoredSetting, ImageFeature, ImageLora, ImageModel } from '../spec/index.ts'
import { controlsOf, type ControlTools, needsMap } from './control.ts'
import type { NamedTemplate, Templates } from './load-templates.ts'
import type { ServerContents } from './read-server.ts'
import { describeFilms, type FilmPart, type ServerFilm } from './read-films.ts'
import { describeWorkflow, type ServerWorkflow } from './read-workflows.ts'
import { inputsOf, type Port, type Template, type Usable } from './template.ts'

/** A model of a server. */
export interface ServerModel extends Usable {
  /** What is offered to people. */
  model: ImageModel
  /** What leads its drawings by an image, by kind. */
  controls: ReadonlyMap<ControlKind, ControlTools>
}

/** What a server can do now. */
export interface Abilities {
  models: ServerModel[]
  /** What makes videos. */
  films: ServerFilm[]
  /** Networks that enlarge, the best first. */
  upscalers: Usable[]
  /** Workflows of the operator's own that are none of the others. */
  workflows: ServerWorkflow[]
  samplers: Map<Sampler, ServerSampler>
  loras: { id: string; file: string }[]
  /** What is there and cannot be used, one line each. */
  problems: string[]
}

const LIMITS = {
  sizes: { min: 64, max: 2048, step: 8 },
  maxImages: 100,
  maxSteps: 150,
} as const

const ENDING = /\.(?:safetensors|sft|ckpt|pt|pth|bin|gguf)$/i

/** As A1111 calls the same file, so that one server can take over from another. */
const idOf = (file: string) => file.replace(ENDING, '').replace(/[\\/]/g, '_')
const baseName = (file: string) => file.replace(/^.*[\\/]/, '').replace(ENDING, '')
const readable = (name: string) => name.replace(/_+/g, ' ')

/** @param architectureOf what a file says of itself, null if nothing */
export async function findAbilities(
  contents: ServerContents,
  { list, problems }: Templates,
  architectureOf: (node: string, file: string) => Promise<string | null>,
): Promise<Abilities> {
  const samplers = matchSamplers({
    samplers: toNamed(contents.choices('KSampler', 'sampler_name')),
    schedulers: toNamed(contents.choices('KSampler', 'scheduler')),
  })
  const loras = contents
    .choices('LoraLoader', 'lora_name')
    .map((file) => ({ id: baseName(file), file }))
  const found: Abilities = {
    models: [],
    films: [],
    upscalers: [],
    workflows: [],
    samplers,
    loras,
    problems: [...problems],
  }
  const takenFor = new Map<string, Use[]>()
  const films: FilmPart[] = []

  for (const { id, template } of list) {
    for (const file of await filesOf(template, contents, architectureOf)) {
      const from = takesImage(template) ? 'image' : 'words'
      const place = `${template.model?.node}/${file}`
      const taken = takenFor.get(place) ?? []
      if (file !== null && !isFree(template, from, taken)) continue
      takenFor.set(place, [...taken, template.kind === 'video' ? from : 'other'])
      const usable = completed({ id, template }, file, contents)
      if (typeof usable === 'string') found.problems.push(usable)
      else if (template.kind === 'upscale') found.upscalers.push(usable)
      else if (template.kind === 'other') {
        const own = describeWorkflow(file === null ? id : `${id}-${idOf(file)}`, usable)
        if (!found.workflows.some(({ model }) => model.id === own.model.id))
          found.workflows.push(own)
      } else if (template.kind === 'video') {
        const shown = file === null ? template.title : readable(baseName(file))
        films.push({ id: file === null ? id : idOf(file), name: shown, from, usable })
      } else if (template.kind === 'image') {
        const controls = controlsOf(template, contents)
        const model = describe(file === null ? id : idOf(file), { ...usable, controls }, found)
        if (!found.models.some((other) => other.model.id === model.id))
          found.models.push({ ...usable, model, controls })
      }
    }
  }
  found.films = describeFilms(films)
  found.problems = [...new Set(found.problems)]
  found.upscalers.sort((a, b) => upscalerScore(b) - upscalerScore(a))
  return found
}

/** What a file is taken for. */
type Use = 'words' | 'image' | 'other'

/** A model belongs to the first template that fits; one may make videos of words by one, and of an image by another. */
const isFree = ({ kind }: Template, from: Use, taken: readonly Use[]) =>
  taken.length === 0 || (kind === 'video' && !taken.includes('other') && !taken.includes(from))

const takesImage = (template: Template) => inputsOf(template).has('source')

const toNamed = (names: string[]) => names.map((name) => ({ name }))

/** The models of a server that a template is for. */
async function filesOf(
  { model }: Template,
  contents: ServerContents,
  architectureOf: (node: string, file: string) => Promise<string | null>,
): Promise<(string | null)[]> {
  if (!model) return [null]
  const { name, except, architecture } = model
  const fits = async (file: string) => {
    const own = await architectureOf(model.node, file)
    if (own !== null && architecture !== undefined) return matches(architecture, own)
    return matches(name, file) && !(except !== undefined && matches(except, file))
  }
  const files = contents.choices(model.node, model.input)
  const judged = await Promise.all(files.map(async (file) => ({ file, fits: await fits(file) })))
  return judged.filter((one) => one.fits).map(({ file }) => file)
}

const matches = (pattern: string, text: string) => new RegExp(pattern, 'i').test(text)

/** With the further files that it needs, or what is missing. */
function completed(
  { id, template }: NamedTemplate,
  file: string | null,
  contents: ServerContents,
): Usable | string {
  const who = file ?? id
  const unknown = Object.values(template.nodes).find((node) => !contents.hasNode(node.class_type))
  if (unknown) return `${who}: the server has no node "${unknown.class_type}"`
  const files: Record<string, string> = {}
  for (const [name, { node, input, name: pattern }] of Object.entries(template.files)) {
    const fitting = contents.choices(node, input).find((choice) => matches(pattern, choice))
    if (fitting === undefined) return `${who}: no file like "${pattern}" for ${node}`
    files[name] = fitting
  }
  return { template, file, files }
}

function describe(
  id: string,
  { template, file, controls }: Omit<ServerModel, 'model'>,
  { samplers, loras }: Abilities,
): ImageModel {
  const found = [...controls].flatMap(([kind, tools]) => (needsMap(tools) ? [] : [kind]))
  const followsMaps = MAP_KINDS.filter((kind) => controls.has(kind))
  return {
    id,
    name: file === null ? template.title : readable(baseName(file)),
    description: file === null ? '' : template.title,
    // No call of the server tells it.
    hash: '',
    nativeSize: template.nativeSize,
    maxTokens: template.maxTokens,
    licence: '',
    ...LIMITS,
    priceClass: 'standard',
    samplers: [...samplers.keys()],
    features: [...featuresOf(template), ...found.map(controlFeature)],
    ...(followsMaps.length > 0 && { followsMaps }),
    ignores: ignoredBy(template),
    loras: loras.map((lora): ImageLora => ({
      id: lora.id,
      name: lora.id,
      hash: '',
      bytes: 0,
      problem: null,
    })),
  }
}

/** What the parts can be put behind. */
function featuresOf(template: Template): ImageFeature[] {
  const has = (...ports: Port[]) => ports.every((port) => template.ports[port] !== undefined)
  const all: [ImageFeature, boolean][] = [
    ['negative_prompt', inputsOf(template).has('negative')],
    ['image_to_image', has('latent', 'vae')],
    ['inpaint', has('latent', 'vae')],
    ['outpaint', has('latent', 'vae')],
    ['hires', has('model', 'vae', 'positive', 'negative', 'drawn')],
    ['guidance_rescale', has('model') && template.cfg === undefined],
    ['loras', has('model', 'clip')],
    ['refine', has('latent', 'vae')],
  ]
  return all.flatMap(([feature, isThere]) => (isThere ? [feature] : []))
}

function ignoredBy(template: Template): IgnoredSetting[] {
  const named = inputsOf(template)
  const all: [IgnoredSetting, boolean][] = [
    ['prompt_timing', true],
    ['prompt_breaks', true],
    ['prompt_weights', !template.promptWeights],
    ['steps', !named.has('steps')],
    ['sampler', !named.has('sampler')],
    ['guidance_scale', !named.has('guidance') && (!named.has('cfg') || template.cfg !== undefined)],
  ]
  return all.flatMap(([setting, isIgnored]) => (isIgnored ? [setting] : []))
}

/** Networks for photographs and drawings alike come before those for one kind. */
const upscalerScore = ({ file }: Usable) =>
  /ultrasharp|x4plus(?!.*anime)|remacri|nomos|swin|dat|hat/i.test(file ?? '') ? 1 : 0
