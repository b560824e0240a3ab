import type { LegalDocument } from './legal-document.ts'

export const restrictions: LegalDocument = {
  title: 'Restrictions',
  summary:
    'What must not be made here, whatever the prompt, the plan or the purpose. A blocked request costs nothing.',
  sections: [
    {
      heading: 'Never',
      paragraphs: [
        'Sexual content with minors, or with people who look like minors. Sexual content of a real, identifiable person. Content that instructs or encourages violence against people, or self-harm.',
      ],
    },
    {
      heading: 'Other people’s faces',
      paragraphs: [
        'Use photos of somebody else only with that person’s consent. Do not make images that are meant to be mistaken for a real event or a real statement of a real person, and none that are made to shame, threaten or deceive somebody.',
      ],
    },
    {
      heading: 'Other people’s work',
      paragraphs: [
        'Do not upload what you have no right to use. Do not pass off an image as the work of a living artist, or as a document, an identity paper or a bank note.',
      ],
    },
    {
      heading: 'How it is enforced',
      paragraphs: [
        'Prompts are checked before anything is made; what is refused is not charged. Images carry a note in their file that says they were made by an AI. Accounts that go on after a warning are closed.',
        'Did we refuse something harmless, or let through something that should not be here? Tell the operator of this site.',
      ],
    },
  ],
}
