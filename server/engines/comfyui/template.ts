import { z } from 'zod'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'

/** The output of a node: its id, and which of its outputs. */
export type Link = [node: string, output: number]

/** A workflow as `POST /prompt` takes it. */
export type Workflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>

const Link = z.tuple([z.string(), z.int().min(0)])
const Nodes = z.record(
  z.string(),
  z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
)
const Pattern = z.string().refine(isPattern, 'is no regular expression')

/** A list of files that a node of the server offers. */
const FileList = z.strictObject({ node: z.string(), input: z.string() })

/** Outputs that parts are put behind, by what flows there. */
export const PORTS = [
  'model',
  'clip',
  'vae',
  'positive',
  'negative',
  'latent',
  'drawn',
  'image',
  /** What a control image shows, and the ControlNet that follows it: parts put them there. */
  'hint',
  'control',
] as const
export type Port = (typeof PORTS)[number]
const Ports = z.partialRecord(z.enum(PORTS), Link)

/** What a job gives a workflow; a template writes `{{name}}` where the value goes. */
export const INPUTS = [
  'prompt',
  'negative',
  'model',
  'seed',
  'steps',
  'guidance',
  'cfg',
  'sampler',
  'scheduler',
  'width',
  'height',
  'final_width',
  'final_height',
  'denoise',
  'frames',
  'fps',
  'source',
  'output',
] as const

const Edge = z.int().min(64).max(4096)

/** What a video model makes, and with which settings. */
const Film = z.strictObject({
  fps: z.number().min(1).max(60).default(16),
  /** Its frames are one more than a multiple of this. */
  frameStep: z.int().min(1).max(64).default(4),
  /** Whole seconds that may be asked for, the usual first. */
  durations: z
    .array(z.int().min(VIDEO_LIMITS.duration.min).max(VIDEO_LIMITS.duration.max))
    .min(1)
    .default([3]),
  /** Width and height, the usual first. */
  sizes: z
    .array(z.tuple([Edge, Edge]))
    .min(1)
    .default([
      [832, 480],
      [480, 832],
      [640, 640],
    ]),
  steps: z.int().min(1).max(200).default(20),
  cfg: z.number().default(5),
  /** By ComfyUI's names. */
  sampler: z.string().default('euler'),
  scheduler: z.string().default('simple'),
  /** What is to be seen in no video. */
  negative: z.string().default(''),
})

/** What a workflow of kind "other" costs, and the size that it is asked for where it takes no image. */
const Other = z.strictObject({
  credits: z.int().min(1).max(1000).default(1),
  size: z.tuple([Edge, Edge]).default([1024, 1024]),
})

/**
 * A workflow for a kind of job and a family of models, with names where a job's values go. Read from a JSON file:
 * `docs/how-to/write-a-workflow.md` has the fields.
 */
export const Template = z.strictObject({
  title: z.string().min(1),
  kind: z.enum(['image', 'edit', 'upscale', 'video', 'other']),
  /** Pixels on a side that the family was trained with. */
  nativeSize: z.int().min(64).max(4096).default(512),
  /** Tokens that its text encoder reads at once. */
  maxTokens: z.int().min(1).default(75),
  /** False: its text encoder reads brackets and weights as words. */
  promptWeights: z.boolean().default(true),
  /** A family that is guided in another way, or not at all, has a fixed value here. */
  cfg: z.number().optional(),
  /** The models that it is for, by what the file says of its architecture or else by name; left out: it brings its own. */
  model: FileList.extend({
    architecture: Pattern.optional(),
    name: Pattern,
    except: Pattern.optional(),
  }).optional(),
  /** Further files that it needs, by their names in the workflow; the first that fits is taken. */
  files: z.record(z.string(), FileList.extend({ name: Pattern })).default({}),
  /** The ControlNets of its family, by their names; needs the ports `positive`, `negative` and `vae`. */
  controlNets: z.strictObject({ name: Pattern, except: Pattern.optional() }).optional(),
  /** The IP-Adapter that ComfyUI_IPAdapter_plus takes for its family, by its name; needs the port `model`. */
  ipAdapter: Pattern.optional(),
  ports: Ports.default({}),
  /** Only in templates of kind "video". */
  video: Film.prefault({}),
  /** Only in templates of kind "other". */
  other: Other.prefault({}),
  nodes: Nodes,
})
export type Template = z.infer<typeof Template>

/** Something that a template can be used with. */
export interface Usable {
  template: Template
  /** Null: the template brings its own. */
  file: string | null
  /** Names of further files by their names in the template. */
  files: Record<string, string>
}

/** Nodes that are added to a template; `"@port"` in an input is what flows there. */
export const Part = z.strictObject({
  /** What flows on from it, in place of what flowed there before. */
  provides: Ports,
  nodes: Nodes,
})
export type Part = z.infer<typeof Part>

const NAMED = /^\{\{(\w+)\}\}$/

/** The name of a named input; null for any other value. */
export const namedInput = (value: unknown): string | null =>
  typeof value === 'string' ? (NAMED.exec(value)?.[1] ?? null) : null

/** Every named input that a template uses. */
export const inputsOf = ({ nodes }: Pick<Template, 'nodes'>): Set<string> =>
  new Set(
    Object.values(nodes)
      .flatMap(({ inputs }) => Object.values(inputs))
      .flatMap((value) => namedInput(value) ?? []),
  )

/** What a template must name, by its kind. */
const NEEDED: Record<Template['kind'], readonly string[]> = {
  image: ['prompt', 'seed', 'width', 'height', 'output'],
  edit: ['prompt', 'seed', 'source', 'output'],
  upscale: ['source', 'width', 'height', 'output'],
  video: ['prompt', 'seed', 'width', 'height', 'frames', 'output'],
  other: ['output'],
}

/** What a job of kind "other" gives a workflow; it keeps all other values of its own. */
const OF_OTHERS = ['prompt', 'seed', 'source', 'width', 'height', 'output', 'model']

/**
 * Reads a template, or a workflow as ComfyUI exports it ("Export (API)") with named inputs written into it.
 * @param file name, for the message and as the title of what has none
 * @throws Error that says in one line what is wrong with it
 */
export function readTemplate(file: string, text: string): Template {
  const template = parse(file, text)
  const problem = findProblem(template)
  if (problem) throw new Error(`${file}: ${problem}`)
  return template
}

function parse(file: string, text: string): Template {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  const plain = Nodes.safeParse(json)
  const title = file.replace(/\.json$/i, '')
  const read = Template.safeParse(
    plain.success ? { title, kind: kindOf(plain.data), nodes: plain.data } : json,
  )
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${file}: ${issue?.path.join('.')} ${issue?.message}`)
}

/** An exported workflow whose number of frames is named makes videos. */
const kindOf = (nodes: Workflow): Template['kind'] =>
  inputsOf({ nodes }).has('frames') ? 'video' : 'image'

function findProblem(template: Template): string | null {
  const { kind, nodes, ports, files, model } = template
  const named = inputsOf(template)
  const known = new Set<string>([...INPUTS, ...Object.keys(files)])
  for (const name of named) if (!known.has(name)) return `{{${name}}} is no named input`
  for (const name of NEEDED[kind])
    if (!named.has(name)) return `no input is {{${name}}}, which kind "${kind}" needs`
  for (const name of Object.keys(files))
    if (!named.has(name)) return `files.${name} is used by no input`
  if (model && !named.has('model')) return 'no input is {{model}}'
  if (!model && named.has('model')) return '{{model}} is used, and "model" says of which list'
  if (kind === 'image' && named.has('source'))
    return '{{source}} is not for kind "image": name the ports "latent" and "vae" instead'
  if (kind === 'other') {
    const given = new Set([...OF_OTHERS, ...Object.keys(files)])
    for (const name of named)
      if (!given.has(name)) return `{{${name}}} is not for kind "other": write a value in its place`
    if (!named.has('source') && !named.has('prompt'))
      return 'no input is {{source}} or {{prompt}}, one of which kind "other" needs'
  }
  for (const [port, link] of Object.entries(ports))
    if (!nodes[link[0]]) return `the port "${port}" is of a node "${link[0]}" that is not there`
  for (const [id, { inputs }] of Object.entries(nodes))
    for (const [input, value] of Object.entries(inputs))
      if (isLink(value) && !nodes[value[0]])
        return `${id}.${input} is linked to a node "${value[0]}" that is not there`
  return null
}

export const isLink = (value: unknown): value is Link => Link.safeParse(value).success

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
