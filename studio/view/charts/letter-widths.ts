/**
 * Widths of the letters from space to ~ in thousandths, the wider of Helvetica (and the fonts made to replace it: Arial, Liberation Sans)
 * and DejaVu Sans, which some machines have alone: a label has room in either.
 */
const latin = [
  ...[318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337],
  ...[636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556],
  ...[1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787],
  ...[667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556],
  ...[500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612],
  ...[635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838],
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
