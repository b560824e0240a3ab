/** Accounts, logging in, passwords and emails. */
export const ACCOUNTS = {
  'I agree that faces in the photos I use are measured, that is, turned into numbers by which faces can be compared. This is done only to swap faces, to check that the photos of a studio show the same person, to tell how much a result looks like them, and, when I ask for it, to find a better photo of the same person among my own. The numbers are kept in memory, no longer than the photo they come from. I can withdraw my consent in my account at any time; the numbers are then deleted.':
    'Acepto que se midan los rostros de las fotos que uso, es decir, que se conviertan en números con los que se pueden comparar rostros. Esto se hace solo para intercambiar rostros, para comprobar que las fotos de un estudio muestran a la misma persona, para decir cuánto se le parece un resultado y, cuando lo pido, para buscar entre mis fotos una mejor de la misma persona. Los números se guardan en la memoria, no más tiempo que la foto de la que provienen. Puedo retirar mi consentimiento en mi cuenta en cualquier momento; entonces los números se borran.',
  'This account is banned already.': 'Esta cuenta ya está bloqueada.',
  'Please verify your email address first.': 'Primero verifica tu correo electrónico.',
} as const
