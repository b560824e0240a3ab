import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { paths } from './paths.ts'

const at = (path: { pattern: string }, file: string) => route(path.pattern.slice(1), file)

export default [
  route('manifest.webmanifest', 'routes/manifest.ts'),
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
    at(paths.adminReconciliation, 'routes/admin-reconciliation.tsx'),
    at(paths.adminPeople, 'routes/admin-people.tsx'),
    at(paths.adminPayments, 'routes/admin-payments.tsx'),
    at(paths.adminAdjustments, 'routes/admin-adjustments.tsx'),
    at(paths.adminLog, 'routes/admin-log.tsx'),
    at(paths.adminReviews, 'routes/admin-reviews.tsx'),
    at(paths.faq, 'routes/faq.tsx'),
    at(paths.terms, 'routes/terms-of-service.tsx'),
    at(paths.privacy, 'routes/privacy-policy.tsx'),
    at(paths.restrictions, 'routes/restrictions.tsx'),
    at(paths.allTools, 'routes/all-tools.tsx'),
    at(paths.dashboard, 'routes/dashboard.tsx'),
    at(paths.account, 'routes/account.tsx'),
    at(paths.textToImage, 'routes/text-to-image.tsx'),
    at(paths.imageToImage, 'routes/image-to-image.tsx'),
    at(paths.backgroundRemoval, 'routes/background-removal.tsx'),
    at(paths.upscaleImage, 'routes/upscale-image.tsx'),
    at(paths.faceSwap, 'routes/face-swap.tsx'),
    at(paths.instantAvatars, 'routes/instant-avatars.tsx'),
    at(paths.aiHeadshots, 'routes/ai-headshots.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
