import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { paths } from './paths.ts'

const at = (path: { pattern: string }, file: string) => route(path.pattern.slice(1), file)

export default [
  layout('routes/pages.tsx', [
    index('routes/home.tsx'),
    at(paths.login, 'routes/login.tsx'),
    at(paths.register, 'routes/register.tsx'),
    at(paths.signInCallback, 'routes/sign-in-callback.tsx'),
    at(paths.verifyEmail, 'routes/verify-email.tsx'),
    at(paths.forgotPassword, 'routes/forgot-password.tsx'),
    at(paths.resetPassword, 'routes/reset-password.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
