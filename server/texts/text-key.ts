import type accounts from '#messages/en/accounts.json'
import type apiKeys from '#messages/en/api-keys.json'
import type billing from '#messages/en/billing.json'
import type common from '#messages/en/common.json'
import type community from '#messages/en/community.json'
import type consents from '#messages/en/consents.json'
import type console from '#messages/en/console.json'
import type credits from '#messages/en/credits.json'
import type engines from '#messages/en/engines.json'
import type headshots from '#messages/en/headshots.json'
import type installation from '#messages/en/installation.json'
import type jobs from '#messages/en/jobs.json'
import type kinds from '#messages/en/kinds.json'
import type library from '#messages/en/library.json'
import type mcp from '#messages/en/mcp.json'
import type media from '#messages/en/media.json'
import type openaiImages from '#messages/en/openai-images.json'
import type orders from '#messages/en/orders.json'
import type packs from '#messages/en/packs.json'
import type prices from '#messages/en/prices.json'
import type prompts from '#messages/en/prompts.json'
import type requests from '#messages/en/requests.json'
import type sdapi from '#messages/en/sdapi.json'
import type settings from '#messages/en/settings.json'
import type shipped from '#messages/en/shipped.json'
import type sitePictures from '#messages/en/site-pictures.json'
import type statement from '#messages/en/statement.json'
import type setup from '#messages/en/setup.json'
import type studios from '#messages/en/studios.json'
import type support from '#messages/en/support.json'
import type trials from '#messages/en/trials.json'
import type webhooks from '#messages/en/webhooks.json'

/** The files of `messages/en/`, one a feature. */
interface Catalogues {
  accounts: typeof accounts
  'api-keys': typeof apiKeys
  billing: typeof billing
  common: typeof common
  community: typeof community
  consents: typeof consents
  console: typeof console
  credits: typeof credits
  engines: typeof engines
  headshots: typeof headshots
  installation: typeof installation
  jobs: typeof jobs
  kinds: typeof kinds
  library: typeof library
  mcp: typeof mcp
  media: typeof media
  'openai-images': typeof openaiImages
  orders: typeof orders
  packs: typeof packs
  prices: typeof prices
  prompts: typeof prompts
  requests: typeof requests
  sdapi: typeof sdapi
  setup: typeof setup
  settings: typeof settings
  shipped: typeof shipped
  'site-pictures': typeof sitePictures
  statement: typeof statement
  studios: typeof studios
  support: typeof support
  trials: typeof trials
  webhooks: typeof webhooks
}

/** The feature and the key in its English file: `prompts.tooManyPresets`. */
export type TextKey = {
  [Feature in keyof Catalogues]: `${Feature}.${keyof Catalogues[Feature] & string}`
}[keyof Catalogues]
