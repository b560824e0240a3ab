import type { LegalDocument } from './legal-document.ts'

/** @param asks whether pages tell others anything, for which visitors are asked */
export const privacyPolicy = (asks: boolean): LegalDocument => ({
  title: 'privacy.title',
  summary: 'privacy.summary',
  sections: [
    {
      heading: 'privacy.storage.heading',
      paragraphs: [
        'privacy.storage.1',
        'privacy.storage.2',
        'privacy.storage.3',
        'privacy.storage.4',
        'privacy.storage.5',
      ],
    },
    {
      heading: 'privacy.use.heading',
      paragraphs: ['privacy.use.1', 'privacy.use.2', 'privacy.use.3'],
    },
    {
      heading: 'privacy.cookies.heading',
      paragraphs: [
        'privacy.cookies.1',
        asks ? 'privacy.cookies.choice' : 'privacy.cookies.quiet',
        'privacy.cookies.2',
      ],
    },
    ...(asks
      ? ([
          {
            heading: 'privacy.telemetry.heading',
            paragraphs: ['privacy.telemetry.1', 'privacy.telemetry.2'],
          },
        ] as const)
      : []),
    {
      heading: 'privacy.photos.heading',
      paragraphs: ['privacy.photos.1'],
    },
    {
      heading: 'privacy.faces.heading',
      paragraphs: [
        'privacy.faces.1',
        'privacy.faces.2',
        'privacy.faces.3',
        'privacy.faces.4',
        'privacy.faces.5',
      ],
    },
    {
      heading: 'privacy.rights.heading',
      paragraphs: ['privacy.rights.1'],
    },
  ],
})
