/** A file of a repository of a model hub. */
export interface HubFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 of a large file; null for a small one, whose {@link gitId} says what it is. */
  sha256: string | null
  /** SHA-1 of git's blob: `blob SIZE\0` and the content. Of a large file that of its pointer. */
  gitId: string
}

/** What a model hub says about one revision of a repository. */
export interface HubRepository {
  /** `owner/name`. */
  name: string
  /** The commit that the revision stood for: what is fetched later is of the same one. */
  commit: string
  /** As the repository names it, like `mit` or `openrail++`; null if it names none. */
  licence: string | null
  files: HubFile[]
}

/** A source as people write it: a repository with or without a revision, or a version of a Civitai-style site. */
export type ModelSource =
  | { kind: 'hub'; repository: string; revision: string }
  | { kind: 'civitai'; version: string }

const REPOSITORY = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/
const HUB_PAGE = /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)(?:\/tree\/([\w./-]+))?\/?$/
const CIVITAI = /^civitai:(\d+)$/
const CIVITAI_PAGE = /^https?:\/\/[^/]*civitai[^/]*\/.*[?&]modelVersionId=(\d+)/

/** Reads `owner/name@revision`, the address of its page, or `civitai:VERSION`; null for anything else. */
export function parseSource(text: string): ModelSource | null {
  const version = CIVITAI.exec(text)?.[1] ?? CIVITAI_PAGE.exec(text)?.[1]
  if (version !== undefined) return { kind: 'civitai', version }
  const [, repository, revision = 'main'] = REPOSITORY.exec(text) ?? HUB_PAGE.exec(text) ?? []
  const isUnsafe =
    repository === undefined || /(^|[/])\.\.?($|[/])/.test(`${repository}/${revision}`)
  return isUnsafe ? null : { kind: 'hub', repository, revision }
}
