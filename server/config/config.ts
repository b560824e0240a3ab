import { join, resolve } from 'node:path'
import { EVERY_ADDRESS, httpAddress, isLoopback, ownAddress } from './addresses.ts'
import { readServers } from './image-server-settings.ts'
import { readServices } from './service-settings.ts'
import type { Settings } from './settings.ts'
import { errorReportsOf, telemetryOf } from './telemetry-config.ts'

/** Settings as a start finds them. */
interface Found {
  settings: Settings
  given: Readonly<Record<string, string>>
  forgetTestPayments: boolean
}

/** Decides a setting that may be `auto`. */
const isOn = (value: string, on: string, usually: boolean): boolean =>
  value === 'auto' ? usually : value === on

/** Completes the settings: absolute paths, units of the program, and what follows from others. */
export function configOf({ settings, given, forgetTestPayments }: Found) {
  const { HOST: host, PORT: port } = settings
  const publicUrl =
    settings.PUBLIC_URL ?? httpAddress(EVERY_ADDRESS.has(host) ? 'localhost' : host, port)
  const loopback = isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
  const testMode = loopback || settings.ALLOW_TEST_MODE
  return {
    /** Values that the environment gave, by name: it comes before what the console stores. */
    given,
    host,
    port,
    /** Origin that people reach the app at, without a slash at the end. */
    publicUrl,
    /** Origin that `/proxy/api/*` leads to; null: here. */
    apiHost: settings.API_HOST === publicUrl ? null : (settings.API_HOST ?? null),
    /** Languages that pages are offered in, English first. */
    languages: settings.LANGUAGES,
    /** Absolute path. */
    dataDir: resolve(settings.DATA_DIR),
    roles: settings.ROLES,
    /** Whether only this machine can reach the app. */
    isLoopback: loopback,
    /** Whether test payments and the inbox page may exist: on loopback, or when the operator allows them. */
    testMode,
    /** Whether they are shown to everybody who reaches the app, not only to this machine. */
    testModeForAll: settings.ALLOW_TEST_MODE,
    /** Mails go to the app's own inbox page. */
    inbox: testMode && settings.SMTP_URL === undefined,
    /** Payments go to the app's own test provider. */
    testPayments: testMode && settings.STRIPE_SECRET_KEY === undefined,
    /** The command line wants the plans of the test payments ended. */
    forgetTestPayments,
    /** Null: a random one that all processes share is kept in the database. */
    secretKey: settings.SECRET_KEY ?? null,
    log: {
      level: settings.LOG_LEVEL,
      /** Undefined: as the terminal is. */
      pretty: settings.LOG_FORMAT === undefined ? undefined : settings.LOG_FORMAT === 'pretty',
    },
    /** Addresses and networks whose X-Forwarded-For is believed. */
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Other hosts (with port, if not the usual one) whose pictures the resizing service takes. */
    imageHosts: settings.IMAGE_HOSTS,
    /** Hosts (with port, if not the usual one) without public addresses that webhooks may be sent to. */
    webhookHosts: settings.WEBHOOK_HOSTS,
    database: {
      /** Null: the embedded PostgreSQL in `dataDir`. */
      url: settings.DATABASE_URL ?? null,
      /** Null: `url`. */
      listenUrl: settings.DATABASE_LISTEN_URL ?? null,
      /** Null: unless `url` leads to a pooler. */
      prepares: settings.DATABASE_PREPARE ?? null,
      /** Time that the start waits for one that does not answer yet. */
      waitSeconds: settings.DATABASE_WAIT_SECONDS,
      /** Most connections of this process. */
      connections: settings.DATABASE_CONNECTIONS,
    },
    /** Things that pages may tell others. */
    telemetry: telemetryOf(settings),
    /** Receiver of the server's errors; null: they stand in its log alone. */
    errorReports: errorReportsOf(settings, ownAddress({ host, port })),
    /** All of it goes to a page of this app. */
    telemetrySink: settings.TELEMETRY_SINK,
    mail: {
      smtpUrl: settings.SMTP_URL ?? null,
      from: settings.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    },
    /** Address of help for people: `https:` or `mailto:`. */
    support: settings.SUPPORT_URL ?? `mailto:support@${new URL(publicUrl).hostname}`,
    /** The person or firm that runs the site, for the legal pages. */
    operator: { name: settings.OPERATOR_NAME ?? null, address: settings.OPERATOR_ADDRESS },
    /** Null: files are kept in `dataDir`. */
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
      /** Any of them may have signed an event. */
      webhookSecrets: settings.STRIPE_WEBHOOK_SECRET,
      apiBase: settings.STRIPE_API_BASE ?? null,
      /** Stripe Tax reckons the tax that is in each price. */
      tax: settings.STRIPE_TAX,
    },
    /** Sign-in with Google is off while `clientId` is null. */
    google: {
      clientId: settings.GOOGLE_CLIENT_ID ?? null,
      tokenInfoUrl: settings.GOOGLE_TOKENINFO_URL,
      userInfoUrl: settings.GOOGLE_USERINFO_URL,
    },
    /** Sign-in with Facebook is off while `appId` is null. */
    facebook: {
      appId: settings.FACEBOOK_APP_ID ?? null,
      appSecret: settings.FACEBOOK_APP_SECRET ?? null,
      graphUrl: settings.FACEBOOK_GRAPH_URL,
    },
    limits: {
      /** In 10 minutes. */
      failedLoginsPerAccount: settings.FAILED_LOGINS_PER_ACCOUNT,
      /** In 10 minutes. */
      failedLoginsPerIp: settings.FAILED_LOGINS_PER_IP,
      /** In an hour. */
      registrationsPerIp: settings.REGISTRATIONS_PER_IP,
      /** First free credits a day. */
      freeGrantsPerIp: settings.FREE_GRANTS_PER_IP,
      /** The same of a range of addresses; 0: no limit. */
      freeGrantsPerRange: settings.FREE_GRANTS_PER_RANGE,
      /** The same in all; 0: no limit. */
      freeGrantsPerDay: settings.FREE_GRANTS_PER_DAY,
      /** Photos tried without an account a day. */
      trialsPerNetwork: settings.TRIALS_PER_NETWORK,
    },
    /** People in 24 hours who pay for the first time; 0: no limit. */
    firstPurchases: {
      /** From one public network; those after them are refused. */
      perNetwork: settings.FIRST_PURCHASES_PER_IP,
      /** With one card; of more the operator is told. */
      perCard: settings.FIRST_PURCHASES_PER_CARD,
    },
    /** Calls of the API a minute on one node, from one address and by one person; 0: no limit. */
    apiLimits: {
      perAddress: settings.API_LIMIT_PER_ADDRESS,
      perCaller: settings.API_LIMIT_PER_CALLER,
    },
    /** Images that the staff looks at before they are published. */
    publicationReview: settings.PUBLICATION_REVIEW,
    /** Whether images that are taken over from Civitai are copied, or shown from there by links. */
    civitaiImages: settings.CIVITAI_IMAGES,
    /** Credits; an administrator's larger adjustment needs a second one's word. */
    adjustmentLimit: settings.ADJUSTMENT_LIMIT,
    /** Cost of an hour of an engine, in cents. */
    engineCentsPerHour: settings.ENGINE_CENTS_PER_HOUR,
    /** Credits for what engines propose in words. */
    wordsPrices: {
      improve_prompt: settings.IMPROVE_PROMPT_CREDITS,
      describe_image: settings.DESCRIBE_IMAGE_CREDITS,
    },
    /** Prices that differ from the program's own, by name: credits of tools, cents of packs, cents and credits of plans. */
    prices: {
      tools: settings.TOOL_PRICES,
      packs: settings.PACK_PRICES,
      plans: settings.PLAN_PRICES,
    },
    /** Free credits a calendar month. */
    freeCredits: settings.FREE_CREDITS,
    /** Credits for work by networks that were added; 0: as the price list says. */
    addedPrices: {
      remove_background: settings.ADDED_CUT_OUT_CREDITS,
      remove_object: settings.ADDED_REMOVAL_CREDITS,
      pro_upscale: settings.ADDED_UPSCALE_CREDITS,
    },
    /** Cents, of a set of headshots that is paid once by card. */
    headshotSetPrice: settings.HEADSHOT_SET_CENTS,
    /** Configured base of the daily login bonus; 20 less is granted. */
    loginBonus: settings.LOGIN_BONUS,
    moderation: {
      /** Refused in prompts, besides what is refused everywhere. */
      blockedWords: settings.BLOCKED_WORDS,
      /** Certainty of the classifier, of 100, above which a picture is blurred, and above which it is not delivered. */
      blurAbove: settings.BLUR_PICTURES_ABOVE,
      blockAbove: settings.BLOCK_PICTURES_ABOVE,
    },
    /** Days after which an uploaded picture is deleted by itself. */
    uploadDays: settings.UPLOAD_DAYS,
    /** Years that people must be old to have an account. */
    minimumAge: settings.MINIMUM_AGE,
    /** The people who may open an account. */
    registration: settings.REGISTRATION,
    /** Opening an account, and asking for a new password, takes a proof of work. */
    proofOfWork: isOn(settings.PROOF_OF_WORK, 'on', !testMode),
    /** Addresses that accounts may not have. */
    disposableAddresses: {
      refused: isOn(settings.DISPOSABLE_ADDRESSES, 'refuse', !testMode),
      /** Domains beside those of the list. */
      further: settings.DISPOSABLE_DOMAINS,
      /** Domains that are permanent whatever the list says. */
      permanent: settings.PERMANENT_DOMAINS,
    },
    /** Least likeness of a trained model to its photos, 0 to 1: below it another training is free. */
    leastLikeness: settings.LIKENESS_PERCENT / 100,
    /** Bytes that a person's uploads may take. */
    uploadStorage: settings.UPLOAD_STORAGE_MB,
    engine: {
      /** Threads of one picture's computation. */
      threads: settings.ENGINE_THREADS,
      /** Null: an idle process stays. */
      idleProcessMs: settings.IDLE_PROCESS_MINUTES * 60_000 || null,
      /** The device that the networks are to run on; the processor where it cannot be had. */
      provider: settings.ENGINE_PROVIDER,
      /** Folders that are text-to-image models, the preferred one first. */
      modelDirs: [resolve(settings.MODEL_DIR)],
      /** A folder whose folders are models too. */
      modelsDir: resolve(settings.MODELS_DIR ?? join(settings.DATA_DIR, 'models')),
      /** Folders of LoRA files. */
      loraDirs: [resolve(settings.DATA_DIR, 'loras'), resolve(settings.MODEL_DIR, 'loras')],
    },
    /** Address that models are fetched from by their names. */
    hub: {
      endpoint: settings.HF_ENDPOINT,
      token: settings.HF_TOKEN ?? null,
      civitaiUrl: settings.CIVITAI_BASE_URL,
    },
    servers: readServers(settings),
    /** Folder of own workflow templates for ComfyUI. */
    workflowsDir: resolve(settings.WORKFLOWS_DIR ?? join(settings.DATA_DIR, 'workflows')),
    /** Services of engines that are paid, by the names of their engines. */
    services: readServices(settings),
    /** A command that trains on this machine; null: none. */
    trainer:
      settings.TRAINER_COMMAND === undefined || settings.TRAINER_MODELS === undefined
        ? null
        : {
            /** Command line of the trainer; names in braces, such as `{seed}`, are replaced by values of the training. */
            command: settings.TRAINER_COMMAND,
            /** Absolute path of the JSON file with the models that it trains. */
            modelsFile: resolve(settings.TRAINER_MODELS),
            /** Matches an output line that reports a step; null: the form of kohya's scripts. */
            progress: settings.TRAINER_PROGRESS ?? null,
            hours: settings.TRAINER_HOURS,
            silentMinutes: settings.TRAINER_SILENT_MINUTES,
          },
    /** Jobs of each pool that an engine of one process works on at once. */
    slots: {
      drawing: settings.DRAWINGS_AT_ONCE,
      tools: settings.TOOLS_AT_ONCE,
      video: settings.VIDEOS_AT_ONCE,
      training: settings.TRAININGS_AT_ONCE,
    },
    deadlines: {
      pendingSeconds: settings.DEADLINE_PENDING_SECONDS,
      runningMinSeconds: settings.DEADLINE_RUNNING_MIN_SECONDS,
      /** A running job may take this many times the 90th percentile of its kind. */
      runningFactor: settings.DEADLINE_RUNNING_FACTOR,
    },
  }
}

type Frozen<T> = T extends RegExp
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

/** The program's settings, checked and completed. */
export type Config = Frozen<ReturnType<typeof configOf>>
