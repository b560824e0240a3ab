import { z } from 'zod'
import { HubTrouble } from '#lib/engine-spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'
import { expectAnswer, type Outbound, type OutboundStream, readAnswer } from './outbound.ts'
import type { HubFile, HubRepository } from './repository.ts'

/** A Hugging Face-style hub. */
export interface HubClient {
  /** @throws {OperatorError} it is not there, or not for this token */
  readRepository(name: string, revision: string): Promise<HubRepository>
  /** A file from a byte on; its address is asked for again each time, for those of the storage expire. */
  openFile(repository: HubRepository, file: HubFile, from: number): Promise<OutboundStream>
}

export interface HubSettings {
  /** Address without a path: `https://huggingface.co`. */
  endpoint: string
  token: string | null
}

/** More files than this has no model; more bytes than this no answer about one. */
const MOST_PAGES = 20
const MOST_BYTES = 16 * 1024 * 1024
const ANSWER_MS = 30_000

const infoSchema = z.object({
  sha: z.string().regex(/^[\da-f]{40,64}$/),
  tags: z.array(z.string()).default([]),
  cardData: z
    .object({ license: z.union([z.string(), z.array(z.string())]).optional() })
    .loose()
    .nullish(),
})
const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.int().nonnegative().default(0),
    oid: z.string(),
    lfs: z.object({ oid: z.string(), size: z.int().nonnegative() }).nullish(),
  }),
)

/** @see protocols: model info, list files and file of a hub */
export function createHubClient(outbound: Outbound, { endpoint, token }: HubSettings): HubClient {
  const base = endpoint.replace(/\/+$/, '')
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }

  async function ask(url: string, what: string) {
    const options = { headers, maxBytes: MOST_BYTES, timeoutMs: ANSWER_MS }
    const answer = await expectAnswer(url, outbound.send(url, options))
    refuse(answer.status, answer.headers['x-error-code'], what)
    return answer
  }

  return {
    async readRepository(name, revision) {
      const info = await ask(
        `${base}/api/models/${name}/revision/${encodeURIComponent(revision)}`,
        `${name} at ${revision}`,
      )
      const { sha, tags, cardData } = readAnswer(infoSchema, info, base)
      const files: HubFile[] = []
      let next: string | null = `${base}/api/models/${name}/tree/${sha}?recursive=true&expand=false`
      for (let page = 0; next !== null; page += 1) {
        if (page === MOST_PAGES)
          throw new OperatorError(`${name} has too many files for a model.`, {
            text: reason('setup.tooManyFiles', { name }),
          })
        const answer = await ask(next, name)
        for (const { type, path, size, oid, lfs } of readAnswer(treeSchema, answer, base)) {
          if (type !== 'file') continue
          files.push({ path, size: lfs?.size ?? size, sha256: lfs?.oid ?? null, gitId: oid })
        }
        next = nextPage(answer.headers['link'], base)
      }
      const [named] = [cardData?.license ?? []].flat()
      const tagged = tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length)
      return { name, commit: sha, licence: named ?? tagged ?? null, files }
    },
    async openFile({ name, commit }, { path }, from) {
      const place = path.split('/').map(encodeURIComponent).join('/')
      const range: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` }
      const url = `${base}/${name}/resolve/${commit}/${place}`
      const options = { headers: { ...headers, ...range }, timeoutMs: ANSWER_MS }
      const answer = await expectAnswer(url, outbound.open(url, options))
      // All there is was there already.
      if (answer.status === 416) return answer
      try {
        // An address of the storage is good for minutes; the next call gets a new one.
        const isElsewhere = new URL(answer.url).origin !== new URL(base).origin
        if (answer.status === 403 && isElsewhere)
          throw new HubTrouble(`The address of ${path} is too old.`, {
            text: reason('setup.addressOld', { file: path }),
          })
        refuse(answer.status, answer.headers['x-error-code'], `${path} of ${name}`)
      } catch (error) {
        answer.body.destroy()
        throw error
      }
      return answer
    },
  }
}

function refuse(status: number, code: string | undefined, model: string): void {
  if (status >= 200 && status < 300) return
  if (status === 403 || (status === 401 && code === 'GatedRepo'))
    throw new OperatorError(
      `The hub does not give ${model} to this token: accept its terms on its page and set HF_TOKEN.`,
      { text: reason('setup.hubWantsTerms', { model }) },
    )
  if (status === 401)
    throw new OperatorError(`The hub has no ${model}, or not without a token (HF_TOKEN).`, {
      text: reason('setup.hubLacksWithoutToken', { model }),
    })
  if (status === 404)
    throw new OperatorError(`The hub has no ${model}.`, {
      text: reason('setup.hubLacks', { model }),
    })
  throw new HubTrouble(`The hub answered ${status} for ${model}.`, {
    text: reason('setup.hubAnswered', { status, model }),
  })
}

/** The address of the rest of a list, on the same hub. */
function nextPage(link: string | undefined, base: string): string | null {
  const found = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  const url = found === undefined ? null : URL.parse(found, base)
  return url && url.origin === new URL(base).origin ? url.href : null
}
