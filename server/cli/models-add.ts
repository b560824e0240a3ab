import { OperatorError } from '#lib/operator-error.ts'
import type { InstallOptions } from '../engines/builtin/index.ts'
import { type Command, readArguments } from './command.ts'
import { forOperator } from './engine-trouble.ts'
import { licencesOf } from './models-catalogue.ts'
import { describeModel, readModels } from './models-list.ts'

const OPTIONS = {
  name: { type: 'string' },
  'accept-licence': { type: 'boolean', default: false },
  'not-for-business': { type: 'boolean', default: false },
} as const

const NAME = /^[A-Za-z0-9][\w.-]{0,79}$/
const PROGRESS_MS = 2000

export const modelsAdd: Command = {
  usage:
    'NAME|OWNER/NAME[@REVISION]|civitai:VERSION [--name NAME] [--accept-licence] [--not-for-business]',
  summary:
    'Fetch a model of the catalogue, of a Hugging Face-style hub or of a Civitai-style site into MODELS_DIR; without --accept-licence only says what it is',
  async run(args, { config, log, print }) {
    const command = { name: 'models add', usage: this.usage }
    const { positionals, values } = readArguments(command, args, OPTIONS, { min: 1, max: 1 })
    const [wanted = ''] = positionals
    if (values.name !== undefined && !NAME.test(values.name))
      throw new OperatorError(`"${values.name}" cannot be a model's name.`)
    // Loaded only here, as it brings the whole runtime.
    const { createEstimator, createNetworkStore, findModel, parseSource, readCatalogue } =
      await import('../engines/builtin/index.ts')
    const { createOutbound } = await import('../platform/outbound-http.ts')
    const { endpoint, token, civitaiUrl } = config.hub
    const outbound = createOutbound({ allowedUrls: [endpoint, civitaiUrl] })
    const stop = new AbortController()
    const onStop = (): void =>
      stop.abort(new OperatorError('Stopped; the next call goes on from here.'))
    process.once('SIGINT', onStop)
    let told = 0
    const started = { at: Date.now(), done: -1 }
    try {
      const places = {
        modelsDir: config.engine.modelsDir,
        outbound,
        hub: { endpoint, token },
        civitaiUrl,
      }
      const networks = createNetworkStore(places, config.engine.threads)
      const networkId = networks.idOf(wanted)
      const network = (await networks.list()).find(({ id }) => id === networkId)
      const entry = readCatalogue().find(({ id, source }) => id === wanted || source === wanted)
      const offer = network ?? entry
      if (offer?.commercial === false && values['accept-licence'] && !values['not-for-business'])
        throw new OperatorError(
          `The licence of ${offer.name} forbids commercial use: say --not-for-business if nobody pays on this site.`,
        )
      const source = parseSource(entry?.source ?? wanted)
      if (source === null && !network)
        throw new OperatorError(
          `"${wanted}" is no model's name: see npm run atelier -- models catalogue.`,
        )
      const found = await forOperator(async () => {
        if (network)
          return {
            ...(await networks.lookUp(network.id)),
            async install(options: InstallOptions) {
              await networks.install(network.id, options)
              return null
            },
          }
        return findModel(places, source!, values.name ?? entry?.id ?? null)
      })
      const licences = network
        ? licencesOf(network.licences)
        : entry?.licences.map(({ name, of }) => `${name} (${of})`)
      print(
        `${found.name}: ${megabytes(found.bytes)}, ${megabytes(found.missing)} of it still to fetch`,
      )
      const seconds = entry ? await createEstimator(config.engine)(entry) : null
      if (seconds !== null) print(`An image takes about ${seconds} s on this machine.`)
      print(`Licence: ${licences?.join('; ') ?? found.licence ?? 'its page names none'}`)
      if (!values['accept-licence'])
        throw new OperatorError(
          'Read the licence on its page, and call again with --accept-licence.',
        )
      const folder = await forOperator(() =>
        found.install({
          signal: stop.signal,
          onProgress(done, total) {
            if (started.done < 0) started.done = done
            const now = Date.now()
            if (now - told < PROGRESS_MS && done < total) return
            told = now
            const speed = (done - started.done) / Math.max(1, now - started.at)
            print(
              `${Math.floor((100 * done) / total)} %, ${megabytes(done)} of ${megabytes(total)}, ${(speed / 1000).toFixed(1)} MB/s`,
            )
          },
        }),
      )
      if (network)
        print(`${network.name} is here. Compare it and switch it on under /admin/models.`)
      for (const model of await readModels({ config, log, print }))
        if (model.dir === folder) print(describeModel(model))
    } finally {
      process.off('SIGINT', onStop)
      await outbound.close()
    }
  },
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
