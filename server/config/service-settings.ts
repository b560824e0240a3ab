import { resolve } from 'node:path'
import { z } from 'zod'
import { httpUrl, note } from './values.ts'

/** How a service of engines is set up: its configuration, its documentation, the console and what is secret follow from it. */
interface Declared {
  /** As people know it. */
  title: string
  /** Names of its settings; what it has not is left out. */
  key: string
  secret?: string
  baseUrl: string
  modelsFile?: string
  /** Whether its key is worth nothing without its secret; left out: its secret is nothing without its key. */
  needsSecret?: boolean
}

interface Service<S extends Record<string, z.ZodType>> extends Declared {
  key: keyof S & string
  secret?: keyof S & string
  baseUrl: keyof S & string
  modelsFile?: keyof S & string
  settings: S
}

/** An account at a service of engines. */
interface ServiceConfig {
  /** Secret, as is the next. */
  readonly key: string
  readonly secret: string | null
  /** Null: the service's own. */
  readonly baseUrl: string | null
  /** Absolute path of a JSON file that changes its models; null: none. */
  readonly modelsFile: string | null
}

const service = <S extends Record<string, z.ZodType>>(declared: Service<S>): Service<S> => declared

const text = z.string().optional()
const ofProvider = "the provider's"
const NOT_OFFERED = 'none: not offered'
const UNTRIED = (title: string): string =>
  `Videos of ${title}, billed to this key. Written from its documents and never tried with a key`
const addressOf = (title: string) =>
  note(httpUrl.optional(), `Address of ${title}'s interface`, ofProvider)

/** Every service of engines, by the name of its engine. */
export const SERVICES = {
  fal: service({
    title: 'fal',
    key: 'FAL_KEY',
    baseUrl: 'FAL_BASE_URL',
    modelsFile: 'FAL_MODELS',
    settings: {
      FAL_KEY: note(
        text,
        'Models of fal, billed to this key. What `server/engines/fal/models.json` says of endpoints, inputs and costs was not tried with a key: run `npm run atelier -- live-check` first',
        NOT_OFFERED,
      ),
      FAL_BASE_URL: note(httpUrl.optional(), 'One address for all hosts of fal', ofProvider),
      FAL_MODELS: note(
        text,
        'JSON file that changes what is offered of fal: prices in credits, costs, endpoints, further models; `null` takes a model out. Fields as in `server/engines/fal/models.json`',
        'as in that file',
      ),
    },
  }),
  replicate: service({
    title: 'Replicate',
    key: 'REPLICATE_API_TOKEN',
    baseUrl: 'REPLICATE_BASE_URL',
    modelsFile: 'REPLICATE_MODELS',
    settings: {
      REPLICATE_API_TOKEN: note(
        text,
        'Models of Replicate, billed to this token; what people train there becomes versions of a private model `atelier-trainings` of its account. Its `models.json` was not tried with a token: run `npm run atelier -- live-check` first',
        NOT_OFFERED,
      ),
      REPLICATE_BASE_URL: note(
        httpUrl.optional(),
        "Address of Replicate's interface, with its version",
        ofProvider,
      ),
      REPLICATE_MODELS: note(
        text,
        'JSON file that changes what is offered of Replicate, as `FAL_MODELS`',
        'as in `server/engines/replicate/models.json`',
      ),
    },
  }),
  luma: service({
    title: 'Luma',
    key: 'LUMA_API_KEY',
    baseUrl: 'LUMA_BASE_URL',
    settings: {
      LUMA_API_KEY: note(text, UNTRIED('Luma'), NOT_OFFERED),
      LUMA_BASE_URL: addressOf('Luma'),
    },
  }),
  runway: service({
    title: 'Runway',
    key: 'RUNWAY_API_KEY',
    baseUrl: 'RUNWAY_BASE_URL',
    settings: {
      RUNWAY_API_KEY: note(text, UNTRIED('Runway'), NOT_OFFERED),
      RUNWAY_BASE_URL: addressOf('Runway'),
    },
  }),
  kling: service({
    title: 'Kling',
    key: 'KLING_ACCESS_KEY',
    secret: 'KLING_SECRET_KEY',
    baseUrl: 'KLING_BASE_URL',
    needsSecret: true,
    settings: {
      KLING_ACCESS_KEY: note(text, UNTRIED('Kling'), NOT_OFFERED),
      KLING_SECRET_KEY: note(text, 'Signs what is sent to Kling', 'none'),
      KLING_BASE_URL: addressOf('Kling'),
    },
  }),
  minimax: service({
    title: 'MiniMax',
    key: 'MINIMAX_API_KEY',
    baseUrl: 'MINIMAX_BASE_URL',
    settings: {
      MINIMAX_API_KEY: note(text, UNTRIED('MiniMax (Hailuo)'), NOT_OFFERED),
      MINIMAX_BASE_URL: addressOf('MiniMax'),
    },
  }),
  ltx: service({
    title: 'LTX',
    key: 'LTX_API_KEY',
    baseUrl: 'LTX_BASE_URL',
    settings: {
      LTX_API_KEY: note(text, UNTRIED('LTX'), NOT_OFFERED),
      LTX_BASE_URL: addressOf('LTX'),
    },
  }),
  heygen: service({
    title: 'HeyGen',
    key: 'HEYGEN_API_KEY',
    secret: 'HEYGEN_WEBHOOK_SECRET',
    baseUrl: 'HEYGEN_BASE_URL',
    settings: {
      HEYGEN_API_KEY: note(text, UNTRIED('HeyGen'), NOT_OFFERED),
      HEYGEN_BASE_URL: addressOf('HeyGen'),
      HEYGEN_WEBHOOK_SECRET: note(
        text,
        'Checks what HeyGen sends to `PUBLIC_URL/api/webhooks/heygen/`',
        'none: HeyGen is asked alone',
      ),
    },
  }),
}

type ServiceName = keyof typeof SERVICES

/** The accounts that the settings have keys for; null: not configured. */
export type ServiceConfigs = Readonly<Record<ServiceName, ServiceConfig | null>>

const ALL: readonly Declared[] = Object.values(SERVICES)

/** Values of services that must not appear in an error message. */
export const SERVICE_SECRETS: readonly string[] = ALL.flatMap(({ key, secret }) => [
  key,
  ...(secret === undefined ? [] : [secret]),
])

/** Settings of services that make sense only together: when the first is there, so must the other be. */
export const SERVICE_PAIRS: readonly [string, string][] = ALL.flatMap(
  ({ key, secret, modelsFile, needsSecret }) => {
    const pairs: [string, string][] = []
    if (modelsFile !== undefined) pairs.push([modelsFile, key])
    if (secret !== undefined) pairs.push(needsSecret ? [key, secret] : [secret, key])
    return pairs
  },
)

/** Accounts at services, by the values of all settings. */
export function readServices(settings: Readonly<Record<string, unknown>>): ServiceConfigs {
  const valueOf = (name: string | undefined): string | null => {
    const value = name === undefined ? undefined : settings[name]
    return typeof value === 'string' ? value : null
  }
  const accountOf = ({
    key: keyName,
    secret,
    baseUrl,
    modelsFile,
  }: Declared): ServiceConfig | null => {
    const [key, file] = [valueOf(keyName), valueOf(modelsFile)]
    if (key === null) return null
    return {
      key,
      secret: valueOf(secret),
      baseUrl: valueOf(baseUrl),
      modelsFile: file && resolve(file),
    }
  }
  const names = Object.keys(SERVICES) as ServiceName[]
  return Object.fromEntries(names.map((name) => [name, accountOf(SERVICES[name])])) as Record<
    ServiceName,
    ServiceConfig | null
  >
}
