import { COMFYUI_VIDEO } from '#contract/jobs/video.ts'
import type { VideoModel } from '../spec/index.ts'
import type { Usable } from './template.ts'

/** A workflow that makes videos with a model of a server. */
export interface FilmPart {
  /** Id of the model. */
  id: string
  name: string
  /** What its video begins with. */
  from: 'words' | 'image'
  usable: Usable
}

/** What makes videos on a server, by one workflow or two. */
export interface ServerFilm {
  /** What is offered to people. */
  model: VideoModel
  words: Usable | null
  image: Usable | null
}

/** Workflows of the same model are offered as one, with what all of them make. */
export function describeFilms(parts: readonly FilmPart[]): ServerFilm[] {
  const films: ServerFilm[] = []
  for (const [id, own] of Map.groupBy(parts, (part) => part.id)) {
    const of = (from: FilmPart['from']) => own.find((part) => part.from === from)?.usable ?? null
    const [words, image] = [of('words'), of('image')]
    const model = describe(id, own[0]!.name, { words, image })
    if (model) films.push({ model, words, image })
  }
  return films
}

/** Null where its workflows have nothing in common. */
function describe(
  id: string,
  name: string,
  { words, image }: Pick<ServerFilm, 'words' | 'image'>,
): VideoModel | null {
  const [first, second] = [words, image].flatMap((usable) => usable?.template.video ?? [])
  if (!first) return null
  const durations = first.durations.filter((one) => second?.durations.includes(one) ?? true)
  const sizes = first.sizes.filter(
    ([width, height]) => second?.sizes.some(([w, h]) => w === width && h === height) ?? true,
  )
  if (durations.length === 0 || sizes.length === 0) return null
  return {
    provider: `${COMFYUI_VIDEO}:${id.replace(/[^\w.-]/g, '_').slice(0, 120)}`,
    name,
    // No call of the server tells it.
    hash: null,
    durations,
    sizes: sizes.map(([width, height]) => ({ width, height })),
    motions: ['none'],
    prompt: image ? 'optional' : 'needed',
    image: words ? (image ? 'optional' : 'none') : 'needed',
    maxPrompts: 0,
    endFrame: null,
    extend: null,
  }
}
