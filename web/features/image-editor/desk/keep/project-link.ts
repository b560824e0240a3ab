import { create } from 'zustand'
import type { EditorDocument } from '../document/document.ts'

/** The project that the document is saved to. */
export interface ProjectLink {
  id: string
  /** That the document was made from; 0: the server has none yet. */
  revision: number
  /** Ids of the files that the server has, by the document's names. */
  files: Readonly<Record<string, string>>
  preview: string | null
}

/** What the browser keeps of it beside the document. */
export interface KeptLink extends ProjectLink {
  /** The server has the document that is kept. */
  isSaved: boolean
}

/**
 * How it stands with the server: `off` nothing is to be saved, `behind` something is, `conflict` another device has saved
 * something else, `gone` the project was deleted.
 */
export type ProjectState = 'off' | 'behind' | 'saving' | 'saved' | 'failed' | 'conflict' | 'gone'

interface Project {
  link: ProjectLink | null
  state: ProjectState
  /** Why the last try failed. */
  problem: string | null
  /** When the other device saved. */
  newer: string | null
}

const NONE: Project = { link: null, state: 'off', problem: null, newer: null }

export const useProject = create<Project>()(() => NONE)

/** The document as the server has it. */
let saved: EditorDocument | null = null

export const isSaved = (document: EditorDocument): boolean => document === saved

/** The document belongs to this project now, or to none. @param document as the server has it; null: it has another one */
export function setLink(link: ProjectLink | null, document: EditorDocument | null): void {
  saved = document
  useProject.setState({
    ...NONE,
    link,
    state: link === null ? 'off' : document ? 'saved' : 'behind',
  })
}

/** What is kept in the browser. */
export function keptLink(document: EditorDocument): KeptLink | null {
  const { link } = useProject.getState()
  return link && { ...link, isSaved: isSaved(document) }
}

/** Reads what was kept. */
export function readLink(value: unknown): KeptLink | null {
  const { id, revision, files } = (value ?? {}) as Partial<KeptLink>
  return typeof id === 'string' && typeof revision === 'number' && typeof files === 'object'
    ? (value as KeptLink)
    : null
}

export const isSameLink = (one: KeptLink | null, other: KeptLink | null): boolean =>
  one === null || other === null
    ? one === other
    : one.id === other.id && one.revision === other.revision && one.isSaved === other.isSaved
