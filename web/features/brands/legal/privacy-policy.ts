import type { LegalDocument } from './legal-document.ts'

export const privacyPolicy: LegalDocument = {
  title: 'Privacy policy',
  summary:
    'What this site knows about you, why, and for how long. The operator of this site is responsible for it.',
  sections: [
    {
      heading: 'What we store',
      paragraphs: [
        'Your account: name, email address, and a one-way hash of your password (argon2id). Your sessions: a hash of each token, for seven days. If you log in with Google or Facebook: your id, name and email address there, and nothing else.',
        'What you make: prompts, settings, uploads and images, until you delete them. Your credits: every grant, hold and charge, because these are your receipts.',
        'For safety: your network address with login attempts and requests, for as long as the limits need it, and in the server’s log.',
      ],
    },
    {
      heading: 'What we do with it',
      paragraphs: [
        'We make your images, show you your own things, send you the emails you asked for, and keep out abuse. Your prompts, photos and images are not used to train models for others.',
        'Images are made on the machines of the operator with the built-in model. If the operator has connected another engine, your prompt and your input image are sent to it to make the image.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'accessToken keeps you logged in for seven days. XSRF-TOKEN protects you against forged requests. darkMode remembers your choice of colours. All three are needed for what you do here; there are no advertising cookies, and as the site is delivered no statistics are sent to anybody.',
        'Your browser’s storage remembers settings of the interface and unfinished drafts. They stay on your device.',
      ],
    },
    {
      heading: 'Uploaded photos',
      paragraphs: [
        'Location and camera data are removed from a photo when it is uploaded. Photos can be deleted at any time; everything that was derived from them in size or format goes with them.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may see, correct, take along and delete what is stored about you. The dashboard gives you a copy of it and deletes your account; for anything else write to the operator of this site. After an account is deleted, the records that tax law requires are kept as long as it requires them, and a keyed hash of the address until the end of the month, so that free credits are not granted twice.',
      ],
    },
  ],
}
