import type { LegalDocument } from './legal-document.ts'

export const termsOfService: LegalDocument = {
  title: 'Terms of service',
  summary:
    'These are the rules between you and the operator of this site. They are written to be read. By creating an account you agree to them.',
  sections: [
    {
      heading: 'Your account',
      paragraphs: [
        'You need an email address that you can read, and you must be old enough to make a contract where you live, or have the consent of a parent. Keep your password to yourself: what is done with your account counts as done by you until you tell us otherwise.',
        'One person, one account. Opening several accounts to collect free credits is not allowed.',
      ],
    },
    {
      heading: 'Credits and payment',
      paragraphs: [
        'One credit is one image of up to one megapixel; other prices are shown before you confirm. A price that was shown to you is not exceeded. You pay for what was delivered: credits for an image that failed or that you cancelled in time come back by themselves.',
        'Free credits and the credits of a plan are for one month and do not roll over. Credits bought in packs do not expire. Credits are not money: they cannot be sold or paid out, beyond the refunds that the law or these terms give you.',
        'Plans renew until you cancel them; a cancellation takes effect at the end of the period you have paid for. Upgrades are charged for the rest of the period only.',
      ],
    },
    {
      heading: 'What you make',
      paragraphs: [
        'Your prompts, your uploads and your images are yours, as far as the law knows property in them. You let us store and process them to give you the service, and show an image to others only if you publish it.',
        'On the free plan images are for personal use. Paid plans allow commercial use. Similar prompts can give similar images, so we cannot promise that an image is the only one of its kind.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: [
        'The page on restrictions says what must not be made here. Do not attack the service, do not get around its limits, and do not use it to break the law.',
        'We may block requests and close accounts that break these rules. Where it is possible, we tell you why, and you may object.',
      ],
    },
    {
      heading: 'What we promise, and what not',
      paragraphs: [
        'We run the service with care, keep the books of your credits exactly, and tell you when something is wrong. Images are made by a statistical model: they can be wrong, ugly or surprising, and we do not promise that they fit a purpose.',
        'Nothing here limits rights that the law gives you as a consumer and that cannot be given up.',
      ],
    },
    {
      heading: 'Changes and the end',
      paragraphs: [
        'If these terms change in a way that matters, we tell you before it takes effect. You may close your account at any time; what we keep after that, and for how long, is in the privacy policy.',
      ],
    },
  ],
}
