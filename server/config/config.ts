import type { PriceChanges } from './price-settings.ts'
import type { ServerConfigs } from './image-server-settings.ts'
import type { ServiceConfigs } from './service-settings.ts'
import type { PlanName } from '#contract/users.ts'
import type { SiteConfiguration, Telemetry } from '#contract/site.ts'
import type { ExecutionProvider } from '#contract/execution-providers.ts'
import type { ErrorReportsTarget } from '#server/platform/error-reports.ts'
import type { LogLevel } from '#server/platform/log.ts'
import type { Role } from './values.ts'

/** A command that trains LoRAs. */
export interface TrainerConfig {
  /** Template with placeholders in braces. */
  readonly command: string
  /** Absolute path of the JSON file with the models that it trains. */
  readonly modelsFile: string
  /** Matches an output line that reports a step; null: the form of kohya's scripts. */
  readonly progress: RegExp | null
  readonly hours: number
  readonly silentMinutes: number
}

/** The program's settings, checked and completed. */
export interface Config {
  /** What the environment gave, by name: it comes before what the console stores. */
  readonly given: Readonly<Record<string, string>>
  readonly host: string
  readonly port: number
  /** Origin that people reach the app at, without a slash at the end. */
  readonly publicUrl: string
  /** Origin that `/proxy/api/*` leads to; null: here. */
  readonly apiHost: string | null
  /** Languages that pages are offered in, English first. */
  readonly languages: readonly string[]
  /** Absolute path. */
  readonly dataDir: string
  readonly roles: readonly Role[]
  /** Whether only this machine can reach the app. */
  readonly isLoopback: boolean
  /** Whether test payments and the inbox page may exist: on loopback, or when the operator allows them. */
  readonly testMode: boolean
  /** Whether they are shown to everybody who reaches the app, not only to this machine. */
  readonly testModeForAll: boolean
  /** Mails go to the app's own inbox page. */
  readonly inbox: boolean
  /** Payments go to the app's own test provider. */
  readonly testPayments: boolean
  /** The command line wants the plans of the test payments ended. */
  readonly forgetTestPayments: boolean
  /** Null: a random one that all processes share is kept in the database. */
  readonly secretKey: string | null
  readonly log: {
    readonly level: LogLevel
    /** Undefined: as the terminal is. */
    readonly pretty: boolean | undefined
  }
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Other hosts (with port, if not the usual one) whose pictures the resizing service takes. */
  readonly imageHosts: readonly string[]
  /** Hosts (with port, if not the usual one) without public addresses that webhooks may be sent to. */
  readonly webhookHosts: readonly string[]
  readonly database: {
    /** Null: the embedded PostgreSQL in `dataDir`. */
    readonly url: string | null
    /** Null: `url`. */
    readonly listenUrl: string | null
    /** Null: unless `url` leads to a pooler. */
    readonly prepares: boolean | null
    /** How long the start waits for one that does not answer yet. */
    readonly waitSeconds: number
    /** Most connections of this process. */
    readonly connections: number
  }
  /** Where people are helped: `https:` or `mailto:`. */
  readonly support: string
  /** Who runs the site, for the legal pages. */
  readonly operator: SiteConfiguration['operator']
  /** What pages may tell others. */
  readonly telemetry: Readonly<Telemetry>
  /** Where errors of the server are told; null: nowhere but in its log. */
  readonly errorReports: Readonly<ErrorReportsTarget> | null
  /** All of it goes to a page of this app. */
  readonly telemetrySink: boolean
  readonly mail: { readonly smtpUrl: string | null; readonly from: string }
  /** Null: files are kept in `dataDir`. */
  readonly s3: {
    readonly endpoint: string | null
    readonly bucket: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
  } | null
  readonly stripe: {
    readonly secretKey: string | null
    /** Any of them may have signed an event. */
    readonly webhookSecrets: readonly string[]
    readonly apiBase: string | null
    /** Stripe Tax reckons the tax that is in each price. */
    readonly tax: boolean
  }
  /** Sign-in with Google is off while `clientId` is null. */
  readonly google: {
    readonly clientId: string | null
    readonly tokenInfoUrl: string
    readonly userInfoUrl: string
  }
  /** Sign-in with Facebook is off while `appId` is null. */
  readonly facebook: {
    readonly appId: string | null
    readonly appSecret: string | null
    readonly graphUrl: string
  }
  /** Who may open an account. */
  readonly registration: 'open' | 'invitation' | 'closed'
  /** Opening an account, and asking for a new password, takes a proof of work. */
  readonly proofOfWork: boolean
  /** Addresses that accounts may not have. */
  readonly disposableAddresses: {
    readonly refused: boolean
    /** Domains beside those of the list. */
    readonly further: readonly string[]
    /** Domains that are permanent whatever the list says. */
    readonly permanent: readonly string[]
  }
  readonly limits: {
    /** In 10 minutes. */
    readonly failedLoginsPerAccount: number
    /** In 10 minutes. */
    readonly failedLoginsPerIp: number
    /** In an hour. */
    readonly registrationsPerIp: number
    /** First free credits a day. */
    readonly freeGrantsPerIp: number
    /** The same of a range of addresses; 0: no limit. */
    readonly freeGrantsPerRange: number
    /** The same in all; 0: no limit. */
    readonly freeGrantsPerDay: number
    /** Photos tried without an account a day. */
    readonly trialsPerNetwork: number
  }
  /** People in 24 hours who pay for the first time; 0: no limit. */
  readonly firstPurchases: {
    /** From one public network; those after them are refused. */
    readonly perNetwork: number
    /** With one card; of more the operator is told. */
    readonly perCard: number
  }
  /** Calls of the API a minute on one node, from one address and by one person; 0: no limit. */
  readonly apiLimits: { readonly perAddress: number; readonly perCaller: number }
  /** Credits; an administrator's larger adjustment needs a second one's word. */
  readonly adjustmentLimit: number
  /** Which images the staff looks at before they are published. */
  readonly publicationReview: 'all' | 'flagged'
  /** Whether images that are taken over from Civitai are copied, or shown from there by links. */
  readonly civitaiImages: 'copy' | 'link'
  /** What an hour of an engine costs, in cents. */
  readonly engineCentsPerHour: number
  /** Credits for what engines propose in words. */
  readonly wordsPrices: { readonly improve_prompt: number; readonly describe_image: number }
  /** Prices that differ from the program's own, by name: credits of tools, cents of packs, cents and credits of plans. */
  readonly prices: {
    readonly tools: PriceChanges
    readonly packs: PriceChanges
    readonly plans: PriceChanges
  }
  /** Free credits a calendar month. */
  readonly freeCredits: number
  /** Credits for work by networks that were added; 0: as the price list says. */
  readonly addedPrices: {
    readonly remove_background: number
    readonly remove_object: number
    readonly pro_upscale: number
  }
  /** Cents, of a set of headshots that is paid once by card. */
  readonly headshotSetPrice: number
  /** Configured base of the daily login bonus; 20 less is granted. */
  readonly loginBonus: number
  readonly moderation: {
    /** Refused in prompts, besides what is refused everywhere. */
    readonly blockedWords: readonly string[]
    /** How sure the classifier must be, of 100, before a picture is blurred, and before it is not delivered. */
    readonly blurAbove: number
    readonly blockAbove: number
  }
  /** Years that people must be old to have an account. */
  readonly minimumAge: number
  /** Days after which an uploaded picture is deleted by itself. */
  readonly uploadDays: number
  /** Least likeness of a trained model to its photos, 0 to 1: below it another training is free. */
  readonly leastLikeness: number
  /** Bytes that a person's uploads may take. */
  readonly uploadStorage: Readonly<Record<PlanName, number>>
  readonly engine: {
    /** Threads of one picture's computation. */
    readonly threads: number
    /** Null: an idle process stays. */
    readonly idleProcessMs: number | null
    /** What the networks are to run on; the processor where it cannot be had. */
    readonly provider: ExecutionProvider
    /** Folders that are text-to-image models, the preferred one first. */
    readonly modelDirs: readonly string[]
    /** A folder whose folders are models too. */
    readonly modelsDir: string
    /** Folders of LoRA files. */
    readonly loraDirs: readonly string[]
  }
  /** Where models are fetched from by their names. */
  readonly hub: {
    readonly endpoint: string
    readonly token: string | null
    readonly civitaiUrl: string
  }
  readonly servers: ServerConfigs
  /** Folder of own workflow templates for ComfyUI. */
  readonly workflowsDir: string
  /** Services of engines that are paid, by the names of their engines. */
  readonly services: ServiceConfigs
  /** A command that trains on this machine; null: none. */
  readonly trainer: TrainerConfig | null
  /** Jobs of each pool that an engine of one process works on at once. */
  readonly slots: {
    readonly drawing: number
    readonly tools: number
    readonly video: number
    readonly training: number
  }
  readonly deadlines: {
    readonly pendingSeconds: number
    readonly runningMinSeconds: number
    /** A running job may take this many times the 90th percentile of its kind. */
    readonly runningFactor: number
  }
}
