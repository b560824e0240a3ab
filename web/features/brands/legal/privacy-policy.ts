import type { LegalDocument } from './legal-document.ts'

export const privacyPolicy: LegalDocument = {
  title: 'privacy.title',
  summary: 'privacy.summary',
  sections: [
    {
      heading: 'privacy.storage.heading',
      paragraphs: ['privacy.storage.1', 'privacy.storage.2', 'privacy.storage.3'],
    },
    {
      heading: 'privacy.use.heading',
      paragraphs: ['privacy.use.1', 'privacy.use.2'],
    },
    {
      heading: 'privacy.cookies.heading',
      paragraphs: ['privacy.cookies.1', 'privacy.cookies.2'],
    },
    {
      heading: 'privacy.photos.heading',
      paragraphs: ['privacy.photos.1'],
    },
    {
      heading: 'privacy.rights.heading',
      paragraphs: ['privacy.rights.1'],
    },
  ],
}
