import { account } from './account.ts'
import { accountLimits } from './account-limits.ts'
import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { adminClusters } from './admin-clusters.ts'
import { adminDisputes } from './admin-disputes.ts'
import { adminBusiness } from './admin-business.ts'
import { adminJobs } from './admin-jobs.ts'
import { adminPersonRecord } from './admin-person-record.ts'
import { adminPeople } from './admin-people.ts'
import { adminPacks } from './admin-packs.ts'
import { adminStudios } from './admin-studios.ts'
import { adminModels } from './admin-models.ts'
import { adminViews } from './admin-views.ts'
import { adminMails } from './admin-mails.ts'
import { adminAnnouncements } from './admin-announcements.ts'
import { announcements } from './announcements.ts'
import { apiKeys } from './api-keys.ts'
import { billing } from './billing.ts'
import { capabilities } from './capabilities.ts'
import { collections } from './collections.ts'
import { blocks, communityPeople, follows } from './community-people.ts'
import { civitImages, civitModelVersions, creators } from './community.ts'
import { consentLinks } from './consent-links.ts'
import { ageStatements } from './age-statements.ts'
import { consents } from './consents.ts'
import { credits } from './credits.ts'
import { dashboards } from './dashboards.ts'
import { examples } from './examples.ts'
import { editorProjects } from './editor-projects.ts'
import { adminBrands } from './admin-brands.ts'
import { adminEngines } from './admin-engines.ts'
import { adminServiceModels } from './admin-service-models.ts'
import { adminSettings } from './admin-settings.ts'
import { adminSitePictures } from './admin-site-pictures.ts'
import { generationServers } from './generation-servers.ts'
import { grids } from './grids.ts'
import { headshotRuns } from './headshot-runs.ts'
import { inferenceJobs } from './inference-jobs.ts'
import { adminInvitations, invitations } from './invitations.ts'
import { legalTexts } from './legal-texts.ts'
import { loraTrainings } from './lora-trainings.ts'
import { referrals } from './referrals.ts'
import { adminReports, reports } from './reports.ts'
import { adminTickets, support } from './support.ts'
import { favorites } from './favorites.ts'
import { notifications } from './notifications.ts'
import { modelPublishing } from './model-publishing.ts'
import { modelShares } from './model-shares.ts'
import { photoPacks, videoPacks } from './packs.ts'
import { ownLimits } from './own-limits.ts'
import { passkeys } from './passkeys.ts'
import { pastPrompts } from './past-prompts.ts'
import { pictureReviews } from './picture-reviews.ts'
import { plans } from './plans-and-prices.ts'
import { presets } from './presets.ts'
import { predictionImages } from './prediction-images.ts'
import { adminPromotions, promotions } from './promotions.ts'
import { proposals } from './proposals.ts'
import { publications } from './publications.ts'
import { quotes } from './quotes.ts'
import { secondFactor } from './second-factor.ts'
import { adminSetup, setup } from './setup.ts'
import { site } from './site.ts'
import { status } from './status.ts'
import { things } from './things.ts'
import { trials } from './trials.ts'
import { withdrawals } from './withdrawals.ts'
import { uploadedImages } from './uploaded-images.ts'
import { users } from './users.ts'
import { videoInferenceJobs } from './video-inference-jobs.ts'
import { webhookEndpoints } from './webhooks.ts'
import { wildcards } from './wildcards.ts'

/** Every call of the API, by resource. */
export const api = {
  adminAnnouncements,
  adminMails,
  announcements,
  account,
  accountLimits,
  accounts,
  admin,
  adminBrands,
  adminBusiness,
  adminClusters,
  adminDisputes,
  adminEngines,
  adminInvitations,
  adminJobs,
  adminModels,
  adminPacks,
  adminPeople,
  adminPromotions,
  adminPersonRecord,
  adminReports,
  adminServiceModels,
  adminSettings,
  adminSetup,
  adminSitePictures,
  adminViews,
  apiKeys,
  adminStudios,
  adminTickets,
  billing,
  blocks,
  capabilities,
  civitImages,
  civitModelVersions,
  collections,
  communityPeople,
  consentLinks,
  consents,
  ageStatements,
  creators,
  credits,
  dashboards,
  editorProjects,
  examples,
  favorites,
  follows,
  generationServers,
  grids,
  headshotRuns,
  inferenceJobs,
  invitations,
  legalTexts,
  loraTrainings,
  modelPublishing,
  modelShares,
  notifications,
  ownLimits,
  passkeys,
  pastPrompts,
  photoPacks,
  pictureReviews,
  plans,
  predictionImages,
  presets,
  promotions,
  proposals,
  publications,
  quotes,
  referrals,
  reports,
  secondFactor,
  setup,
  site,
  status,
  support,
  things,
  trials,
  withdrawals,
  uploadedImages,
  users,
  videoInferenceJobs,
  videoPacks,
  webhookEndpoints,
  wildcards,
}
