import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { toolEntries } from '#contract/tools.ts'
import { consolePages } from '../features/admin/console-pages.ts'
import { folderOfTool } from '../lib/tool-names/tool-card.ts'
import { paths } from '#contract/paths.ts'

const at = (path: { pattern: string }, file: string) => route(path.pattern.slice(1), file)

/** The page of a tool is in the folder that bears its name: `fix_faces` is `features/tools/fix-faces/route.tsx`. */
const toolRoutes = toolEntries.map(([key, { page }]) => {
  const folder = folderOfTool(key)
  return route(page.slice(1), `../features/tools/${folder}/route.tsx`, { id: `tools/${folder}` })
})

/** A page of the console has the file that bears its name: `reports` is `routes/admin-reports.tsx`. */
const consoleRoutes = consolePages.map(({ name, address }) =>
  route(address.slice(1), `routes/admin-${name}.tsx`),
)

export default [
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('llms.txt', 'routes/llms.ts'),
  route('cards/:version/*', 'routes/card.ts'),
  route('offline', 'routes/offline.ts'),
  layout('routes/pages.tsx', [
    index('routes/home.tsx'),
    at(paths.login, 'routes/login.tsx'),
    at(paths.register, 'routes/register.tsx'),
    at(paths.signInCallback, 'routes/sign-in-callback.tsx'),
    at(paths.verifyEmail, 'routes/verify-email.tsx'),
    at(paths.forgotPassword, 'routes/forgot-password.tsx'),
    at(paths.resetPassword, 'routes/reset-password.tsx'),
    at(paths.pricing, 'routes/pricing.tsx'),
    at(paths.billing, 'routes/billing.tsx'),
    at(paths.billingConfirm, 'routes/billing-confirm.tsx'),
    at(paths.billingSuccess, 'routes/billing-success.tsx'),
    at(paths.setup, 'routes/setup.tsx'),
    ...consoleRoutes,
    at(paths.adminPerson, 'routes/admin-person.tsx'),
    at(paths.adminTicket, 'routes/admin-ticket.tsx'),
    at(paths.support, 'routes/support.tsx'),
    at(paths.supportTicket, 'routes/support-ticket.tsx'),
    at(paths.report, 'routes/report.tsx'),
    at(paths.decision, 'routes/decision.tsx'),
    at(paths.notifications, 'routes/notifications.tsx'),
    at(paths.faq, 'routes/faq.tsx'),
    at(paths.status, 'routes/status.tsx'),
    at(paths.terms, 'routes/terms-of-service.tsx'),
    at(paths.privacy, 'routes/privacy-policy.tsx'),
    at(paths.restrictions, 'routes/restrictions.tsx'),
    at(paths.allTools, 'routes/all-tools.tsx'),
    at(paths.dashboard, 'routes/dashboard.tsx'),
    at(paths.account, 'routes/account.tsx'),
    at(paths.apiKeys, 'routes/api-keys.tsx'),
    at(paths.library, 'routes/library.tsx'),
    at(paths.grids, 'routes/grids.tsx'),
    at(paths.grid, 'routes/grid.tsx'),
    at(paths.share, 'routes/share.tsx'),
    at(paths.shared, 'routes/shared-image.tsx'),
    at(paths.trial, 'routes/trial.tsx'),
    at(paths.consent, 'routes/consent.tsx'),
    at(paths.withdraw, 'routes/withdraw.tsx'),
    at(paths.textToImage, 'routes/text-to-image.tsx'),
    at(paths.imageToImage, 'routes/image-to-image.tsx'),
    ...toolRoutes,
    at(paths.headshotSets, 'routes/headshots.tsx'),
    at(paths.createHeadshotSet, 'routes/create-headshot-set.tsx'),
    at(paths.headshotSet, 'routes/headshot-set.tsx'),
    at(paths.studios, 'routes/studios.tsx'),
    at(paths.createStudio, 'routes/create-studio.tsx'),
    at(paths.studio, 'routes/studio.tsx'),
    ...(['photo', 'video'] as const).flatMap((kind) => {
      const packs = (path: string, file: string, name = file.replace(/\.tsx$/, '')) =>
        route(`packs/${path}`, `routes/${file}`, {
          id: `routes/${kind === 'photo' ? '' : 'video-'}${name}`,
        })
      return [
        packs(`${kind}-packs`, 'packs.tsx', 'packs-home'),
        packs(`${kind}-packs/all`, 'packs.tsx'),
        packs(`${kind}-packs/create`, 'create-pack.tsx'),
        packs(`${kind}-packs/detail/:id`, 'pack.tsx'),
        packs(`my-${kind}-packs`, 'my-packs.tsx'),
        packs(`my-${kind}-packs/:id`, 'pack-run.tsx'),
      ]
    }),
    at(paths.exploreImages, 'routes/explore-images.tsx'),
    at(paths.exploreImage, 'routes/explore-image.tsx'),
    at(paths.exploreModels, 'routes/explore-models.tsx'),
    at(paths.createModel, 'routes/create-model.tsx'),
    at(paths.exploreModel, 'routes/explore-model.tsx'),
    at(paths.creator, 'routes/creator.tsx'),
    at(paths.exploreSearch, 'routes/explore-search.tsx'),
    at(paths.exploreFavorites, 'routes/explore-favorites.tsx'),
    route('inspire/images', 'routes/explore-images-moved.ts'),
    route('inspire/models', 'routes/explore-models-moved.ts'),
    ...Object.keys(CONTENT_FEATURES).map((path) =>
      route(path.slice(1), 'routes/content-page.tsx', { id: `content${path}` }),
    ),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
