import { accounts } from './accounts.ts'
import { credits } from './credits.ts'
import { generationServers } from './generation-servers.ts'
import { inferenceJobs } from './inference-jobs.ts'
import { plans } from './plans.ts'
import { predictionImages } from './prediction-images.ts'
import { quotes } from './quotes.ts'
import { site } from './site.ts'
import { users } from './users.ts'

/** Every call of the API, by resource. */
export const api = {
  accounts,
  credits,
  generationServers,
  inferenceJobs,
  plans,
  predictionImages,
  quotes,
  site,
  users,
}
