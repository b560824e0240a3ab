import { join } from 'node:path'
import { z } from 'zod'
import { EXECUTION_PROVIDERS } from '#contract/execution-providers.ts'
import { fault } from '#contract/said.ts'
import { LOG_LEVELS } from '#server/platform/log.ts'
import { processorCount } from '#server/platform/process/processor-count.ts'
import { ABUSE } from './abuse-settings.ts'
import { DATABASE } from './database-settings.ts'
import { IMAGE_SERVERS } from './image-server-settings.ts'
import { OPERATOR } from './operator-settings.ts'
import { TELEMETRY } from './telemetry-settings.ts'
import { PRICE_SETTINGS } from './price-settings.ts'
import { SERVICES } from './service-settings.ts'
import { STRIPE_SETTINGS } from './stripe-settings.ts'
import {
  UPLOAD_STORAGE,
  fromStart,
  host,
  hosts,
  httpUrl,
  integer,
  languages,
  live,
  networks,
  note,
  oneOf,
  origin,
  pattern,
  registration,
  roles,
  switchedOn,
  uploadStorage,
  url,
  words,
} from './values.ts'

const MODEL_DIR = join(import.meta.dirname, '..', '..', 'models', 'text-to-image')

/** Every setting by the name that it has in the environment, by topic. */
export const TOPICS = {
  'The program': {
    PORT: note(integer(0, 65_535, 3000), 'Port of the web server'),
    HOST: note(host.default('127.0.0.1'), 'Address it listens on'),
    DATA_DIR: note(
      z.string().default('./.data'),
      'Folder of the database and the files, unless the settings below move them elsewhere',
    ),
    PUBLIC_URL: fromStart(
      origin.optional(),
      'Address under which people reach it; links in emails are built from it',
      '`http://HOST:PORT`',
    ),
    API_HOST: note(
      origin.optional(),
      'Address of the host that `/proxy/api/*` forwards to, `https://api.example.com`. Its `TRUSTED_PROXIES` names this one, or it takes all callers for one',
      'this app answers it as `/api/*`',
    ),
    LANGUAGES: note(
      languages,
      'Languages that the site is offered in, English first: `en` or `en,es`. Pages in Spanish have addresses that begin with `/es`. Pages of the administration are in English',
      '`en,es`',
    ),
    ROLES: note(
      roles,
      'Parts that this process plays; `npm start -- --roles=web` overrides it',
      '`web,worker,cron`',
    ),
    ALLOW_TEST_MODE: note(
      switchedOn,
      '`1` opens `/dev/inbox` and test payments to everybody who reaches the app, who can then read all emails. Without it they are for this machine only',
      '`0`',
    ),
    SECRET_KEY: note(
      z
        .string()
        .min(32, fault('settings.tooShort', { least: 32 }))
        .optional(),
      'What signed addresses and keyed hashes are made with; at least 32 characters',
      'a random one, kept in the database',
    ),
    LOG_LEVEL: note(
      z.enum(LOG_LEVELS, fault('settings.choice', { list: LOG_LEVELS.join(', ') })).default('info'),
      `How much is logged: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    ),
    LOG_FORMAT: note(
      oneOf('pretty', 'json').optional(),
      '`pretty` for people, `json` for programs',
      '`pretty` on a terminal, else `json`',
    ),
    TRUSTED_PROXIES: note(
      networks,
      'Addresses and networks whose `X-Forwarded-For` is believed, `10.0.0.0/8,...`',
    ),
    IMAGE_HOSTS: note(hosts, 'Other hosts whose images `/img/` may resize'),
    WEBHOOK_HOSTS: note(
      hosts,
      "Hosts of your own network that people's webhooks may be sent to, with their port where it is none of 80 and 443; all others must have public addresses",
    ),
  },
  'Database and files': DATABASE,
  'Email and support': {
    SMTP_URL: live(
      url('smtp', 'smtps').optional(),
      '`smtp://...` that sends emails',
      'the page `/dev/inbox`, for this machine only',
    ),
    MAIL_FROM: live(
      z.string().includes('@', fault('settings.email')).optional(),
      "Address that emails come from; the name is that of the customer's brand",
      '`no-reply@` the host of `PUBLIC_URL`',
    ),
    ...OPERATOR,
  },
  Payments: {
    ...STRIPE_SETTINGS,
    PUBLICATION_REVIEW: live(
      oneOf('all', 'flagged').default('all'),
      'Which images the staff looks at before everybody can explore them: `all`, or `flagged`, only those of people, those made of uploaded photos, and those that are not for everybody',
    ),
    ADJUSTMENT_LIMIT: live(
      integer(0, 1_000_000, 1000),
      "Credits. An administrator's larger adjustment, or a plan that grants more in all, needs a second administrator",
    ),
    IMPROVE_PROMPT_CREDITS: live(
      integer(1, 1000, 1),
      'Credits for a better prompt, where an engine proposes some',
    ),
    DESCRIBE_IMAGE_CREDITS: live(
      integer(1, 1000, 1),
      'Credits for a description of an image, where an engine gives some',
    ),
    ADDED_CUT_OUT_CREDITS: live(
      integer(0, 1000, 0),
      'Credits for a background that is removed by a network that was added; 0: as the price list says',
    ),
    ADDED_REMOVAL_CREDITS: live(
      integer(0, 1000, 0),
      'Credits for an object that is removed by a network that was added; 0: as the price list says',
    ),
    ADDED_UPSCALE_CREDITS: live(
      integer(0, 1000, 0),
      'Credits for a Pro upscale by a network that was added; 0: as the price list says',
    ),
    ENGINE_CENTS_PER_HOUR: fromStart(
      integer(0, 1_000_000, 0),
      'What an hour of engine time costs, for the margins in the reconciliation',
    ),
  },
  'Logging in with other accounts': {
    GOOGLE_CLIENT_ID: live(z.string().optional(), 'Log in with Google', 'none: no button'),
    GOOGLE_TOKENINFO_URL: note(
      httpUrl.default('https://oauth2.googleapis.com/tokeninfo'),
      "Address of Google's interface",
    ),
    GOOGLE_USERINFO_URL: note(
      httpUrl.default('https://www.googleapis.com/oauth2/v3/userinfo'),
      "Address of Google's interface",
    ),
    FACEBOOK_APP_ID: live(z.string().optional(), 'Log in with Facebook', 'none: no button'),
    FACEBOOK_APP_SECRET: live(z.string().optional(), 'Secret of that app'),
    FACEBOOK_GRAPH_URL: note(
      httpUrl.default('https://graph.facebook.com/v23.0'),
      "Address of Facebook's interface",
    ),
  },
  'What pages tell others': TELEMETRY,
  'Limits and gifts': {
    FAILED_LOGINS_PER_ACCOUNT: live(
      integer(1, 1_000_000, 10),
      'Failed logins to one account from one network (/24, of IPv6 /64), or from one device that has logged in, in 10 minutes',
    ),
    FAILED_LOGINS_PER_IP: live(
      integer(1, 1_000_000, 100),
      'Failed logins from one network (/24, of IPv6 /64) in 10 minutes',
    ),
    REGISTRATIONS_PER_IP: live(
      integer(1, 1_000_000, 60),
      'New accounts from one network address in an hour',
    ),
    FREE_GRANTS_PER_IP: live(
      integer(1, 1_000_000, 3),
      'New accounts from one network address that get free credits, a day; loopback and private addresses are exempt',
    ),
    REGISTRATION: live(
      registration,
      'Who may open an account: `open` everybody, `invitation` who has the link of an invitation, `closed` nobody',
    ),
    ...ABUSE,
    TRIALS_PER_NETWORK: live(
      integer(0, 1_000_000, 3),
      'Photos that one network (/24, of IPv6 /64) may try without an account, a day',
    ),
    ...PRICE_SETTINGS,
    HEADSHOT_SET_CENTS: live(
      integer(50, 1_000_000, 2900),
      'Price in US cents of a set of headshots by card, training included',
    ),
    LOGIN_BONUS: live(
      integer(0, 1_000_000, 30),
      'Base of the daily bonus; what is granted is 20 less',
    ),
    API_LIMIT_PER_ADDRESS: live(
      integer(0, 10_000_000, 3000),
      'Calls and pages a minute from one network address, on each node; a page that is rendered for its visitor counts as six; 0 for no limit',
    ),
    API_LIMIT_PER_CALLER: live(
      integer(0, 10_000_000, 1200),
      'Calls a minute of one account, on each node; 0 for no limit',
    ),
    LIKENESS_PERCENT: fromStart(
      integer(0, 100, 50),
      'A model of a person that is less like its photos is trained once more for free',
    ),
    MINIMUM_AGE: live(
      integer(13, 99, 18),
      'Years that people must be old to have an account; the registration page and the terms say so',
    ),
    UPLOAD_DAYS: fromStart(
      integer(1, 36_500, 30),
      'Days after which an upload is deleted by itself',
    ),
    UPLOAD_STORAGE_MB: live(
      uploadStorage,
      "Megabytes that a person's uploads may take, by plan; a plan that is not named keeps what stands here",
      `\`${Object.entries(UPLOAD_STORAGE)
        .map(([plan, megabytes]) => `${plan}=${megabytes}`)
        .join(',')}\``,
    ),
  },
  Safety: {
    BLOCKED_WORDS: live(
      words,
      'Words and phrases (comma-separated) that prompts may not have, besides what is refused everywhere',
    ),
    BLUR_PICTURES_ABOVE: live(
      integer(1, 101, 70),
      'How sure (of 100) the classifier must be before an image is blurred until its owner wants to see it; 101: never',
    ),
    BLOCK_PICTURES_ABOVE: live(
      integer(1, 101, 95),
      'How sure it must be before an image is not delivered and its credit returned; 101: never',
    ),
  },
  'Models and jobs': {
    // One core stays free for everybody who waits for a page.
    ENGINE_THREADS: note(
      integer(1, 256, Math.max(1, Math.min(8, processorCount() - 1))),
      "Threads that draw one image; a seed gives the same image on the same number. A container's limit of processor time counts",
      'the cores less one, at most 8',
    ),
    IDLE_PROCESS_MINUTES: note(
      integer(0, 1440, 3),
      'Minutes after which a process that draws, or does the work of a tool, ends when nothing is to be done; 0: never. The next job loads its model again',
    ),
    ENGINE_PROVIDER: note(
      z
        .enum(
          EXECUTION_PROVIDERS,
          fault('settings.choice', { list: EXECUTION_PROVIDERS.join(', ') }),
        )
        .default('cpu'),
      `What the models run on: ${EXECUTION_PROVIDERS.map((name) => `\`${name}\``).join(', ')}. Where it cannot be had, the processor draws and the log says why; decision record 0028 says what each needs`,
    ),
    MODEL_DIR: note(
      z.string().default(MODEL_DIR),
      'Folder of the preferred model, in the diffusers ONNX layout',
      '`models/text-to-image`',
    ),
    MODELS_DIR: note(
      z.string().optional(),
      'The folders in it are further models, seen without a restart',
      '`DATA_DIR/models`',
    ),
    HF_ENDPOINT: note(
      httpUrl.default('https://huggingface.co'),
      'Hub that `npm run atelier -- models add` fetches models from',
    ),
    HF_TOKEN: note(z.string().optional(), 'For models of the hub that need a login', 'none'),
    CIVITAI_BASE_URL: note(
      httpUrl.default('https://civitai.com'),
      'Site that `models add civitai:VERSION` fetches single files from; `import civitai` may ask it even if its address is private',
    ),
    CIVITAI_IMAGES: note(
      oneOf('copy', 'link').default('copy'),
      'Whether `import civitai` copies the images of what it takes over, or shows them from there by links; for links `IMAGE_HOSTS` must list their host',
    ),
    DRAWINGS_AT_ONCE: note(
      integer(1, 1000, 1),
      'How many drawings one engine of one process works on at once; the built-in engine draws one after the other all the same',
    ),
    TOOLS_AT_ONCE: note(
      integer(1, 1000, 1),
      'How many tools; the built-in engine has so many processes for them',
    ),
    VIDEOS_AT_ONCE: note(
      integer(1, 1000, 1),
      'How many videos; the built-in engine makes one at a time',
    ),
    TRAININGS_AT_ONCE: note(integer(1, 1000, 1), 'How many trainings'),
    ...IMAGE_SERVERS,
    WORKFLOWS_DIR: note(
      z.string().optional(),
      'Folder of own workflow templates for ComfyUI, seen without a restart; `docs/how-to/write-a-workflow.md` says how they are written',
      '`DATA_DIR/workflows`',
    ),
    ...SERVICES.fal.settings,
    ...SERVICES.replicate.settings,
    TRAINER_COMMAND: note(
      z.string().optional(),
      "Command that trains LoRAs on this machine, as kohya's scripts do; `docs/how-to/train-by-a-command.md` says how it is written. For one process with the role `worker`",
      'none: not offered',
    ),
    TRAINER_MODELS: note(
      z.string().optional(),
      'JSON file of the models that it trains: `{"ID": {"base": "/models/sdxl.safetensors", "resolution": 1024, "steps": 1600, "rank": 16, "learningRate": 0.0001}}`',
      'none',
    ),
    TRAINER_PROGRESS: note(
      pattern('step').optional(),
      'Regular expression of a line of its output that tells a step: the groups `step`, and where it has them `steps` and `loss`',
      "the bars of kohya's scripts",
    ),
    TRAINER_HOURS: note(
      integer(1, 1000, 12),
      'Hours after which one run of it is ended, and the training fails',
    ),
    TRAINER_SILENT_MINUTES: note(
      integer(1, 10_000, 30),
      'Minutes without a word or a file of it after which it is begun again from its newest checkpoint',
    ),
    ...SERVICES.luma.settings,
    ...SERVICES.runway.settings,
    ...SERVICES.kling.settings,
    ...SERVICES.minimax.settings,
    ...SERVICES.ltx.settings,
    ...SERVICES.heygen.settings,
    DEADLINE_PENDING_SECONDS: live(integer(1, 1_000_000, 7200), 'How long a job may wait'),
    DEADLINE_RUNNING_MIN_SECONDS: live(
      integer(1, 1_000_000, 600),
      'How long any job may run at least',
    ),
    DEADLINE_RUNNING_FACTOR: live(
      integer(1, 1000, 5),
      'A job may run this many times as long as nine of ten take, if that is longer',
    ),
  },
}

/** Every setting of the program. An empty value counts as none. */
export const Settings = z.object({
  ...TOPICS['The program'],
  ...TOPICS['Database and files'],
  ...TOPICS['Email and support'],
  ...TOPICS.Payments,
  ...TOPICS['Logging in with other accounts'],
  ...TOPICS['What pages tell others'],
  ...TOPICS['Limits and gifts'],
  ...TOPICS.Safety,
  ...TOPICS['Models and jobs'],
})
export type Settings = z.output<typeof Settings>
