import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'dotenv'
import { OperatorError, withFile } from '#lib/operator-error.ts'
import type { Config } from './config.ts'
import { errorReportsOf, telemetryOf } from './telemetry-config.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { readServers } from './image-server-settings.ts'
import { readServices, SERVICE_PAIRS } from './service-settings.ts'
import { SettingFault } from './setting-fault.ts'
import { Settings } from './settings.ts'
import { TOGETHER } from './settings-together.ts'

export type Environment = Record<string, string | undefined>

/** The environment with what the file `.env` of `folder` adds to it; the environment wins. */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const file = join(folder, '.env')
  try {
    return { ...parse(withFile(file, () => readFileSync(file, 'utf8'))), ...environment }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return environment
    throw error
  }
}

/** `--roles=web,worker` overrides ROLES. */
function readArguments(args: readonly string[]): {
  settings: Environment
  forgetTestPayments: boolean
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { roles: { type: 'string' }, 'forget-test-payments': { type: 'boolean' } },
    })
    return {
      settings: values.roles === undefined ? {} : { ROLES: values.roles },
      forgetTestPayments: values['forget-test-payments'] === true,
    }
  } catch (error) {
    throw new OperatorError(
      `${(error as Error).message}. The options are --roles=web,worker,cron and --forget-test-payments.`,
    )
  }
}

/** What an environment says of the program's settings; an empty value counts as none. */
function givenIn(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment)
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => Boolean(entry[1]) && entry[0] in Settings.shape,
    ),
  )
}

function parseSettings(given: Readonly<Record<string, string>>): Settings {
  const result = Settings.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    const shown = SECRET_SETTINGS.has(name) ? '' : `, not ${JSON.stringify(given[name])}`
    throw new SettingFault([name], `${issue?.message}${shown}.`)
  }
  const settings = result.data
  const values: Readonly<Record<string, unknown>> = settings
  for (const [first, ...others] of [...TOGETHER, ...SERVICE_PAIRS]) {
    const missing = others.find((name) => values[name] === undefined)
    if (first && values[first] !== undefined && missing) {
      throw new SettingFault([missing, first], `must be set, because ${first} is.`)
    }
  }
  return settings
}

/** Whether only this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127\.[\d.]+$/.test(name)
  )
}

/** `http://HOST:PORT`, with the brackets of an IPv6 address. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Where this process reaches itself. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return httpAddress(EVERY_ADDRESS.has(host) ? '127.0.0.1' : host, port)
}

/** Freezes the object and all in it. */
function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) freeze(inner as object)
  }
  return Object.freeze(value)
}

/** What a setting with the value `auto` decides. */
const isOn = (value: string, on: string, usually: boolean): boolean =>
  value === 'auto' ? usually : value === on

/**
 * Reads every setting once.
 * @param args the command line after the program's name
 * @throws {SettingFault} one line that names the first wrong setting
 */
export function loadConfig(environment: Environment, args: readonly string[] = []): Config {
  const asked = readArguments(args)
  const given = givenIn({ ...environment, ...asked.settings })
  const settings = parseSettings(given)
  const { HOST: host, PORT: port } = settings
  const publicUrl =
    settings.PUBLIC_URL ?? httpAddress(EVERY_ADDRESS.has(host) ? 'localhost' : host, port)
  const loopback = isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
  if (settings.TELEMETRY_SINK && !loopback) {
    throw new SettingFault(
      ['TELEMETRY_SINK', 'PUBLIC_URL'],
      'must be 0 where others reach the app.',
    )
  }
  const testMode = loopback || settings.ALLOW_TEST_MODE
  return freeze<Config>({
    given,
    host,
    port,
    publicUrl,
    apiHost: settings.API_HOST === publicUrl ? null : (settings.API_HOST ?? null),
    languages: settings.LANGUAGES,
    dataDir: resolve(settings.DATA_DIR),
    roles: settings.ROLES,
    isLoopback: loopback,
    testMode,
    testModeForAll: settings.ALLOW_TEST_MODE,
    inbox: testMode && settings.SMTP_URL === undefined,
    testPayments: testMode && settings.STRIPE_SECRET_KEY === undefined,
    forgetTestPayments: asked.forgetTestPayments,
    secretKey: settings.SECRET_KEY ?? null,
    log: {
      level: settings.LOG_LEVEL,
      pretty: settings.LOG_FORMAT === undefined ? undefined : settings.LOG_FORMAT === 'pretty',
    },
    trustedProxies: settings.TRUSTED_PROXIES,
    imageHosts: settings.IMAGE_HOSTS,
    webhookHosts: settings.WEBHOOK_HOSTS,
    database: {
      url: settings.DATABASE_URL ?? null,
      listenUrl: settings.DATABASE_LISTEN_URL ?? null,
      prepares: settings.DATABASE_PREPARE ?? null,
      waitSeconds: settings.DATABASE_WAIT_SECONDS,
      connections: settings.DATABASE_CONNECTIONS,
    },
    telemetry: telemetryOf(settings),
    errorReports: errorReportsOf(settings, ownAddress({ host, port })),
    telemetrySink: settings.TELEMETRY_SINK,
    mail: {
      smtpUrl: settings.SMTP_URL ?? null,
      from: settings.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    },
    support: settings.SUPPORT_URL ?? `mailto:support@${new URL(publicUrl).hostname}`,
    operator: { name: settings.OPERATOR_NAME ?? null, address: settings.OPERATOR_ADDRESS },
    s3:
      settings.S3_BUCKET === undefined
        ? null
        : {
            endpoint: settings.S3_ENDPOINT ?? null,
            bucket: settings.S3_BUCKET,
            region: settings.S3_REGION,
            accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
          },
    stripe: {
      secretKey: settings.STRIPE_SECRET_KEY ?? null,
      webhookSecrets: settings.STRIPE_WEBHOOK_SECRET,
      apiBase: settings.STRIPE_API_BASE ?? null,
      tax: settings.STRIPE_TAX,
    },
    google: {
      clientId: settings.GOOGLE_CLIENT_ID ?? null,
      tokenInfoUrl: settings.GOOGLE_TOKENINFO_URL,
      userInfoUrl: settings.GOOGLE_USERINFO_URL,
    },
    facebook: {
      appId: settings.FACEBOOK_APP_ID ?? null,
      appSecret: settings.FACEBOOK_APP_SECRET ?? null,
      graphUrl: settings.FACEBOOK_GRAPH_URL,
    },
    limits: {
      failedLoginsPerAccount: settings.FAILED_LOGINS_PER_ACCOUNT,
      failedLoginsPerIp: settings.FAILED_LOGINS_PER_IP,
      registrationsPerIp: settings.REGISTRATIONS_PER_IP,
      freeGrantsPerIp: settings.FREE_GRANTS_PER_IP,
      freeGrantsPerRange: settings.FREE_GRANTS_PER_RANGE,
      freeGrantsPerDay: settings.FREE_GRANTS_PER_DAY,
      trialsPerNetwork: settings.TRIALS_PER_NETWORK,
    },
    firstPurchases: {
      perNetwork: settings.FIRST_PURCHASES_PER_IP,
      perCard: settings.FIRST_PURCHASES_PER_CARD,
    },
    apiLimits: {
      perAddress: settings.API_LIMIT_PER_ADDRESS,
      perCaller: settings.API_LIMIT_PER_CALLER,
    },
    publicationReview: settings.PUBLICATION_REVIEW,
    civitaiImages: settings.CIVITAI_IMAGES,
    adjustmentLimit: settings.ADJUSTMENT_LIMIT,
    engineCentsPerHour: settings.ENGINE_CENTS_PER_HOUR,
    wordsPrices: {
      improve_prompt: settings.IMPROVE_PROMPT_CREDITS,
      describe_image: settings.DESCRIBE_IMAGE_CREDITS,
    },
    prices: {
      tools: settings.TOOL_PRICES,
      packs: settings.PACK_PRICES,
      plans: settings.PLAN_PRICES,
    },
    freeCredits: settings.FREE_CREDITS,
    addedPrices: {
      remove_background: settings.ADDED_CUT_OUT_CREDITS,
      remove_object: settings.ADDED_REMOVAL_CREDITS,
      pro_upscale: settings.ADDED_UPSCALE_CREDITS,
    },
    headshotSetPrice: settings.HEADSHOT_SET_CENTS,
    loginBonus: settings.LOGIN_BONUS,
    moderation: {
      blockedWords: settings.BLOCKED_WORDS,
      blurAbove: settings.BLUR_PICTURES_ABOVE,
      blockAbove: settings.BLOCK_PICTURES_ABOVE,
    },
    uploadDays: settings.UPLOAD_DAYS,
    minimumAge: settings.MINIMUM_AGE,
    registration: settings.REGISTRATION,
    proofOfWork: isOn(settings.PROOF_OF_WORK, 'on', !testMode),
    disposableAddresses: {
      refused: isOn(settings.DISPOSABLE_ADDRESSES, 'refuse', !testMode),
      further: settings.DISPOSABLE_DOMAINS,
      permanent: settings.PERMANENT_DOMAINS,
    },
    leastLikeness: settings.LIKENESS_PERCENT / 100,
    uploadStorage: settings.UPLOAD_STORAGE_MB,
    engine: {
      threads: settings.ENGINE_THREADS,
      idleProcessMs: settings.IDLE_PROCESS_MINUTES * 60_000 || null,
      provider: settings.ENGINE_PROVIDER,
      modelDirs: [resolve(settings.MODEL_DIR)],
      modelsDir: resolve(settings.MODELS_DIR ?? join(settings.DATA_DIR, 'models')),
      loraDirs: [resolve(settings.DATA_DIR, 'loras'), resolve(settings.MODEL_DIR, 'loras')],
    },
    hub: {
      endpoint: settings.HF_ENDPOINT,
      token: settings.HF_TOKEN ?? null,
      civitaiUrl: settings.CIVITAI_BASE_URL,
    },
    servers: readServers(settings),
    workflowsDir: resolve(settings.WORKFLOWS_DIR ?? join(settings.DATA_DIR, 'workflows')),
    services: readServices(settings),
    trainer:
      settings.TRAINER_COMMAND === undefined || settings.TRAINER_MODELS === undefined
        ? null
        : {
            command: settings.TRAINER_COMMAND,
            modelsFile: resolve(settings.TRAINER_MODELS),
            progress: settings.TRAINER_PROGRESS ?? null,
            hours: settings.TRAINER_HOURS,
            silentMinutes: settings.TRAINER_SILENT_MINUTES,
          },
    slots: {
      drawing: settings.DRAWINGS_AT_ONCE,
      tools: settings.TOOLS_AT_ONCE,
      video: settings.VIDEOS_AT_ONCE,
      training: settings.TRAININGS_AT_ONCE,
    },
    deadlines: {
      pendingSeconds: settings.DEADLINE_PENDING_SECONDS,
      runningMinSeconds: settings.DEADLINE_RUNNING_MIN_SECONDS,
      runningFactor: settings.DEADLINE_RUNNING_FACTOR,
    },
  })
}
