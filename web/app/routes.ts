import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/pages.tsx', [index('routes/home.tsx'), route('*', 'routes/not-found.tsx')]),
] satisfies RouteConfig
