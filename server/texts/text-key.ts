import type apiKeys from '#messages/en/api-keys.json'
import type common from '#messages/en/common.json'
import type consents from '#messages/en/consents.json'
import type credits from '#messages/en/credits.json'
import type library from '#messages/en/library.json'
import type mcp from '#messages/en/mcp.json'
import type openaiImages from '#messages/en/openai-images.json'
import type prompts from '#messages/en/prompts.json'
import type sdapi from '#messages/en/sdapi.json'
import type support from '#messages/en/support.json'
import type trials from '#messages/en/trials.json'
import type webhooks from '#messages/en/webhooks.json'

/** The files of `messages/en/`, one a feature. */
interface Catalogues {
  'api-keys': typeof apiKeys
  common: typeof common
  consents: typeof consents
  credits: typeof credits
  library: typeof library
  mcp: typeof mcp
  'openai-images': typeof openaiImages
  prompts: typeof prompts
  sdapi: typeof sdapi
  support: typeof support
  trials: typeof trials
  webhooks: typeof webhooks
}

/** The feature and the key in its English file: `prompts.tooManyPresets`. */
export type TextKey = {
  [Feature in keyof Catalogues]: `${Feature}.${keyof Catalogues[Feature] & string}`
}[keyof Catalogues]
