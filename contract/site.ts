import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const FEATURES = [
  'text_to_image',
  'image_to_image',
  'text_to_video',
  'img_editor',
  'face_swap',
  'background_removal',
  'upscale_image',
  'instant_avatars',
  'train_model',
  'professional_headshots',
  'photo_packs',
  'video_packs',
  'explore_models',
  'explore_images',
] as const
export const Feature = z.enum(FEATURES)
export type Feature = z.infer<typeof Feature>

export const NavbarLink = z.object({
  label: z.string(),
  link: z.string(),
  description: z.string().optional(),
  links: z
    .array(z.object({ label: z.string(), link: z.string(), description: z.string() }))
    .optional(),
})
export type NavbarLink = z.infer<typeof NavbarLink>

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
  counters: z.object({ images: z.number().int(), users: z.number().int() }),
  /** Where people are helped: `https:` or `mailto:`. */
  support: z.string(),
  /** Client ids of the sign-in providers that are configured. */
  signIn: z.object({ google: z.string().nullable(), facebook: z.string().nullable() }),
})
export type SiteConfiguration = z.infer<typeof SiteConfiguration>

export const site = {
  configuration: endpoint({
    method: 'GET',
    path: '/api/site_configuration/',
    access: 'anonymous',
    summary: 'What the brand of this host is called and offers',
    response: SiteConfiguration,
  }),
}
