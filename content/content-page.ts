import type { Feature } from '#contract/features.ts'
import type { Sampler } from '#contract/samplers.ts'
import type { ContentPath } from './paths.ts'

/** What an image of the content is drawn with, and what "Try this" fills in; what is left out is the default of the create page. */
export interface DrawnWith {
  prompt: string
  seed: number
  style?: string
  steps?: number
  guidance_scale?: number
  sampler?: Sampler
  width?: number
  height?: number
}

/** An image that this very product made from `drawn`, or, with `file`, one that is in `web/public/`. */
export type ContentImage = { alt: string; caption?: string } &
  /** `asked` is the prompt in the language of the page; left out: that of `drawn`. */
  ({ drawn: DrawnWith; asked?: string } | { file: string; width: number; height: number })

interface Action {
  label: string
  /** Root-relative. */
  link: string
}

/** Capabilities that only some installations have: drawing anything, drawing people, videos with motion, learning a likeness. */
export type Promised = 'anything' | 'people' | 'video_moves' | 'trains_likeness'

/**
 * A part of a page; each kind has one look. One with a `feature` is left out where a brand does not have that, one
 * `withSets` where no set of headshots can be bought by card now, and one with `unless` where the site can do that.
 * Its texts name prices in braces (`{headshot}`: "2 credits"), for an operator may change them: see `prices-in-texts.ts`.
 */
export type ContentSection = { feature?: Feature; withSets?: true; unless?: Promised } & (
  | { kind: 'text'; heading: string; paragraphs: readonly string[] }
  | { kind: 'images'; heading: string; text?: string; images: readonly ContentImage[] }
  | {
      kind: 'compare'
      heading: string
      text: string
      before: ContentImage
      after: ContentImage
    }
  /** In the order in which they are taken. */
  | { kind: 'steps'; heading: string; steps: readonly { title: string; text: string }[] }
  /** Prompts that fill the create page; `text` says what each is good for. */
  | {
      kind: 'presets'
      heading: string
      text: string
      presets: readonly { name: string; prompt: string; style?: string }[]
    }
  | { kind: 'facts'; heading: string; facts: readonly { term: string; text: string }[] }
  | {
      kind: 'questions'
      heading: string
      questions: readonly { question: string; answer: string }[]
    }
  /** Ways on; those that lead nowhere on this site are left out. */
  | {
      kind: 'cards'
      heading: string
      cards: readonly { title: string; text: string; link: string }[]
    }
)

/** A public page that is nothing but content: a guide, a style, what a tool is good for. */
export interface ContentPage {
  path: ContentPath
  /** Of the tab and of search results. */
  title: string
  /** For search results, one or two sentences. */
  description: string
  heading: string
  intro: string
  /** Beside the heading. */
  image?: ContentImage
  /** The one thing to do: the first that this brand has. */
  actions: readonly [Action, ...Action[]]
  /** Said where the site cannot do what the page promises (`promises`; left out: that it draws anything): what works. */
  builtInNote?: string
  /** In the place of `description` there. */
  builtInDescription?: string
  promises?: Promised
  sections: readonly ContentSection[]
}
