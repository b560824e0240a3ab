import type { LegalDocument } from './legal-document.ts'

export const termsOfService: LegalDocument = {
  title: 'terms.title',
  summary: 'terms.summary',
  sections: [
    {
      heading: 'terms.account.heading',
      paragraphs: ['terms.account.1', 'terms.account.2'],
    },
    {
      heading: 'terms.credits.heading',
      paragraphs: ['terms.credits.1', 'terms.credits.2', 'terms.credits.3', 'terms.credits.4'],
    },
    {
      heading: 'terms.images.heading',
      paragraphs: ['terms.images.1', 'terms.images.2', 'terms.images.3'],
    },
    {
      heading: 'terms.notAllowed.heading',
      paragraphs: ['terms.notAllowed.1', 'terms.notAllowed.2'],
    },
    {
      heading: 'terms.promise.heading',
      paragraphs: ['terms.promise.1', 'terms.promise.2'],
    },
    {
      heading: 'terms.changes.heading',
      paragraphs: ['terms.changes.1'],
    },
  ],
}
