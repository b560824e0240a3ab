import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Feature } from './features.ts'
import * as routes from './routes.ts'

export const NavbarLink = z.object({
  label: z.string(),
  link: z.string(),
  description: z.string().optional(),
  links: z
    .array(z.object({ label: z.string(), link: z.string(), description: z.string() }))
    .optional(),
})
export type NavbarLink = z.infer<typeof NavbarLink>

/** What pages may tell others once a visitor allows it, each null where it is not configured. Addresses may be of this site. */
export const Telemetry = z.object({
  /** A server that counts as Plausible does. `site`: what it is called there; null: the host of the page. */
  pageViews: z.object({ url: z.string(), site: z.string().nullable() }).nullable(),
  /** In the protocol of Sentry. `tunnel`: an address that they are sent to instead of that of the DSN. */
  errors: z.object({ dsn: z.string(), tunnel: z.string().nullable() }).nullable(),
  /** A page for a frame; `{language}` in it stands for that of the page. */
  chat: z.object({ url: z.string() }).nullable(),
})
export type Telemetry = z.infer<typeof Telemetry>

export const SiteConfiguration = z.object({
  siteName: z.string(),
  allowedFeatures: z.array(Feature),
  defaultNavbarLinks: z.array(NavbarLink),
  defaultLoggedInLanding: z.string(),
  footer: z.array(
    z.object({
      title: z.string(),
      links: z.array(z.object({ label: z.string(), link: z.string() })),
    }),
  ),
  banner: z.object({ text: z.string() }).nullable(),
  /** Null where the operator shows none. */
  counters: z
    .object({ images: z.number().int(), users: z.number().int(), are_examples: z.boolean() })
    .nullable(),
  /** Where people are helped: `https:` or `mailto:`. */
  support: z.string(),
  /** Who runs this installation: a person or a company, null where it is not said, and the lines of a postal address. */
  operator: z.object({ name: z.string().nullable(), address: z.array(z.string()) }),
  /** Who may open an account. */
  registration_policy: z.enum(['open', 'invitation', 'closed']),
  /** Years that people must be old to have an account. */
  minimumAge: z.number().int(),
  /** Free credits a calendar month. */
  freeCredits: z.number().int(),
  telemetry: Telemetry,
  /** Client ids of the sign-in providers that are configured. */
  signIn: z.object({ google: z.string().nullable(), facebook: z.string().nullable() }),
})
export type SiteConfiguration = z.infer<typeof SiteConfiguration>

export const site = {
  configuration: endpoint({
    ...routes.site.configuration,
    access: 'anonymous',
    summary: 'What the brand of this host is called and offers',
    response: SiteConfiguration,
  }),
}
