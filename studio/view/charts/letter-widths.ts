/** Widths of the letters from space to ~ in Helvetica and the fonts made to replace it (Arial, Liberation Sans), in thousandths. */
const latin = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
];

/** Letters as wide as they are high: Chinese, Japanese, Korean. */
const square = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u;

/** The width of a text in parts of its font size, where nothing can measure it. Accents add nothing; other letters are taken for wide ones. */
export function letterWidths(text: string): number {
  let sum = 0;
  for (const letter of text.normalize("NFD")) {
    const width = latin[letter.codePointAt(0)! - 0x20];
    sum += width ?? (/\p{M}|\p{Cc}/u.test(letter) ? 0 : square.test(letter) ? 1000 : 650);
  }
  return sum / 1000;
}
