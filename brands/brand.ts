import type { Feature, NavbarLink, SiteConfiguration } from '#contract/site.ts'

/** What one brand is called, shows and offers. Everything else is the same for all. */
export interface Brand {
  /** Also its host in development: `<id>.localhost`. */
  id: string
  name: string
  /** Public hosts, without port. */
  hosts: readonly string[]
  features: readonly Feature[]
  defaultLoggedInLanding: string
  /** Whether the home page has the section of models and pictures to explore. */
  showsExplore: boolean
  /** Which set of questions `/faq` answers. */
  faq: 'generator' | 'headshot'
  /** For search engines and shared links. */
  description: string
  hero: {
    title: string
    text: string
    action: string
  }
  /** Closing block of the home page. */
  closing: { title: string; text: string; action: string }
  /** Only links whose page exists. */
  navigation: readonly NavbarLink[]
  footer: SiteConfiguration['footer']
}
