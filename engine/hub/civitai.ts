import { z } from 'zod'
import { HubTrouble } from '#lib/engine-spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'
import { expectAnswer, type Outbound, type OutboundStream, readAnswer } from './outbound.ts'

/** A version of a model on a Civitai-style site: one file. */
export interface CivitaiVersion {
  name: string
  /** The base model that the site names: `SD 1.5`, `SDXL 1.0`. */
  baseModel: string
  /** The author's licence, in words; null where the site says nothing. */
  licence: string | null
  fileName: string
  /** Bytes; the site says kilobytes, so it is right only to a few bytes. */
  size: number
  sha256: string
  openFrom(byte: number): Promise<OutboundStream>
}

const ANSWER_MS = 30_000

const fileSchema = z.object({
  name: z.string(),
  type: z.string().default('Model'),
  sizeKB: z.number().nonnegative(),
  primary: z.boolean().default(false),
  metadata: z.object({ format: z.string().nullish() }).loose().nullish(),
  hashes: z.object({ SHA256: z.string().optional() }).loose().default({}),
  downloadUrl: z.string(),
})
const versionSchema = z.object({
  name: z.string(),
  baseModel: z.string().default('unknown'),
  model: z.object({ name: z.string(), type: z.string().default('Checkpoint') }).loose(),
  files: z.array(fileSchema),
})

/**
 * Looks a version up by its number.
 * @param baseUrl of the site, without a path
 * @throws {OperatorError} it is not there, no checkpoint, or has no file that can be checked and is not pickled
 */
export async function readVersion(
  outbound: Outbound,
  baseUrl: string,
  version: string,
): Promise<CivitaiVersion> {
  const base = baseUrl.replace(/\/+$/, '')
  const url = `${base}/api/v1/model-versions/${version}`
  const answer = await expectAnswer(url, outbound.send(url, { timeoutMs: ANSWER_MS }))
  const { status } = answer
  if (status === 404)
    throw new OperatorError(`${base} has no version ${version}.`, {
      text: reason('setup.noVersion', { site: base, version }),
    })
  if (status !== 200)
    throw new HubTrouble(`The hub answered ${status} for version ${version}.`, {
      text: reason('setup.hubAnsweredVersion', { status, version }),
    })
  const { name, baseModel, model, files } = readAnswer(versionSchema, answer, base)
  if (model.type !== 'Checkpoint')
    throw new OperatorError(
      `${model.name} is of type ${model.type}; only checkpoints are models.`,
      {
        text: reason('setup.noCheckpoint', { name: model.name, type: model.type }),
      },
    )
  const usable = files.filter(
    ({ name: file, hashes }) => file.endsWith('.safetensors') && hashes.SHA256 !== undefined,
  )
  const file = usable.find(({ primary }) => primary) ?? usable[0]
  if (!file)
    throw new OperatorError(
      `${model.name} has no safetensors file with a hash; pickled files are never taken.`,
      { text: reason('setup.noHashedFile', { name: model.name }) },
    )
  const address = URL.parse(file.downloadUrl, base)
  if (address === null)
    throw new OperatorError(`${model.name} has no address to load from.`, {
      text: reason('setup.noAddress', { name: model.name }),
    })
  return {
    name: `${model.name} ${name}`,
    baseModel,
    licence: null,
    fileName: file.name,
    size: Math.round(file.sizeKB * 1024),
    sha256: file.hashes.SHA256!,
    async openFrom(byte) {
      const range: Record<string, string> = byte === 0 ? {} : { range: `bytes=${byte}-` }
      const options = { headers: range, timeoutMs: ANSWER_MS }
      const stream = await expectAnswer(address.href, outbound.open(address.href, options))
      if (stream.status < 300 || stream.status === 416) return stream
      stream.body.destroy()
      if (stream.status === 401 || stream.status === 403)
        throw new OperatorError(`${model.name} is only for people who are logged in on ${base}.`, {
          text: reason('setup.wantsLogin', { name: model.name, site: base }),
        })
      throw new HubTrouble(`${base} answered ${stream.status} for ${file.name}.`, {
        text: reason('setup.siteAnswered', {
          site: base,
          status: stream.status,
          file: file.name,
        }),
      })
    },
  }
}
