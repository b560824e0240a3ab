import type { SiteConfiguration } from '#contract/site.ts'

/** Footer columns that every brand has. */
export const commonFooter: SiteConfiguration['footer'] = [
  {
    title: 'Resources',
    links: [
      { label: 'Pricing', link: '/pricing' },
      { label: 'Questions and answers', link: '/faq' },
    ],
  },
  {
    title: 'About',
    links: [
      { label: 'Terms of service', link: '/about/terms-of-service' },
      { label: 'Privacy policy', link: '/about/privacy-policy' },
      { label: 'Restrictions', link: '/about/restrictions' },
    ],
  },
]
