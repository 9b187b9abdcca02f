// A map of positions on a canvas: values as squares, P-positions as points, with axes; it pans and zooms.

/** Room for the axes, in pixels. */
const LEFT = 46;
const BELOW = 34;
const ABOVE = 22;

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Red, green and blue of a colour of the page. */
function rgb(name) {
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  probe.fillStyle = colour(name);
  probe.fillRect(0, 0, 1, 1);
  return probe.getImageData(0, 0, 1, 1).data;
}

/** What is drawn, from the answer of `plot`, or from a list of nim-values of one pile. */
export function model(answer) {
  if (answer.rows) {
    const grid = answer.rows.map((row) => row.map((value) => (value === null ? -1 : Number(value))));
    return { kind: "heat", grid, width: grid[0]?.length ?? 1, height: grid.length, x: answer.x, y: answer.y, title: answer.title };
  }
  if (answer.values) {
    const values = answer.values.map(Number);
    return { kind: "bars", values, width: values.length, height: Math.max(4, ...values) + 1, x: answer.x, y: "nim-value", title: answer.title };
  }
  const series = answer.series.map((one) => ({ name: one.name, points: one.points.map(([x, y]) => [Number(x), Number(y)]) }));
  const rays = (answer.rays ?? []).map((ray) => ({ name: ray.name, slope: Number(ray.through[1]) / Number(ray.through[0]) }));
  let [width, height, least] = [4, 4, 0];
  for (const { points } of series) {
    for (const [x, y] of points) {
      if (x >= width) width = x + 1;
      if (y >= height) height = y + 1;
      if (y < least) least = y;
    }
  }
  return { kind: "points", series, rays, width, height, least, x: answer.x, y: answer.y, title: answer.title };
}

/** Draws once, to fit. */
export function draw(canvas, answer) {
  return new PositionMap(canvas, answer).draw();
}

/** A map that somebody moves about. `onPoint(x, y, value)` hears where the pointer is. */
export class PositionMap {
  constructor(canvas, answer, onPoint = null) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.model = model(answer);
    this.onPoint = onPoint;
    this.lines = [];
    this.point = null;
    this.fit();
    if (onPoint) this.#listen();
  }

  /** Everything in view. */
  fit() {
    this.#measure();
    const { width, height, least = 0 } = this.model;
    const tall = height - least;
    const square = this.model.kind !== "bars" && width < 6 * tall && tall < 6 * width;
    const [across, up] = [(this.width - LEFT) / width, (this.height - BELOW - ABOVE) / tall];
    this.scale = square ? [Math.min(across, up), Math.min(across, up)] : [across, up];
    this.origin = [0, least];
  }

  #measure() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(200, box.width);
    this.height = Math.max(160, box.height);
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** From a place of the board to a place of the screen, the lower left corner of its square. */
  at(x, y) {
    return [LEFT + (x - this.origin[0]) * this.scale[0], this.height - BELOW - (y - this.origin[1]) * this.scale[1]];
  }

  /** And back. */
  place(left, top) {
    return [Math.floor((left - LEFT) / this.scale[0] + this.origin[0]), Math.floor((this.height - BELOW - top) / this.scale[1] + this.origin[1])];
  }

  draw() {
    const { context } = this;
    context.clearRect(0, 0, this.width, this.height);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, this.width - LEFT, this.height - BELOW);
    context.clip();
    ({ heat: () => this.#heat(), points: () => this.#points(), bars: () => this.#bars() })[this.model.kind]();
    this.#pointer();
    context.restore();
    this.#axes();
    return this;
  }

  redrawSoon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  /** The squares as one picture, a pixel each, made once. */
  #image() {
    if (this.image) return this.image;
    const { grid, width, height } = this.model;
    const image = new OffscreenCanvas(width, height);
    const context = image.getContext("2d");
    const data = context.createImageData(width, height);
    const [zero, low, high] = [rgb("--take"), rgb("--tint"), rgb("--pile")];
    const largest = grid.reduce((most, row) => row.reduce((one, value) => Math.max(one, value), most), 1);
    grid.forEach((row, y) => row.forEach((value, x) => {
      const at = 4 * ((height - 1 - y) * width + x);
      if (value < 0) return;
      const share = value === 0 ? 0 : 0.12 + 0.88 * Math.sqrt((value - 1) / Math.max(1, largest - 1));
      for (let part = 0; part < 3; part += 1) data.data[at + part] = value === 0 ? zero[part] : low[part] + (high[part] - low[part]) * share;
      data.data[at + 3] = 255;
    }));
    context.putImageData(data, 0, 0);
    this.image = image;
    return image;
  }

  #heat() {
    const { context } = this;
    const { width, height, grid } = this.model;
    const [left, bottom] = this.at(0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image(), left, bottom - height * this.scale[1], width * this.scale[0], height * this.scale[1]);
    if (this.scale[0] < 20) return;
    context.font = `${Math.min(15, this.scale[0] * 0.42)}px ui-monospace, monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const largest = grid.reduce((most, row) => row.reduce((one, value) => Math.max(one, value), most), 1);
    const [x0, y1] = this.place(LEFT, 0);
    const [x1, y0] = this.place(this.width, this.height - BELOW);
    for (let y = Math.max(0, y0); y <= Math.min(height - 1, y1); y += 1) {
      for (let x = Math.max(0, x0); x <= Math.min(width - 1, x1); x += 1) {
        const value = grid[y][x];
        if (value === undefined || value < 0) continue;
        const dark = value === 0 || Math.sqrt((value - 1) / Math.max(1, largest - 1)) > 0.5;
        const [a, b] = this.at(x + 0.5, y + 0.5);
        context.fillStyle = colour(dark ? "--on" : "--ink");
        context.fillText(value, a, b);
      }
    }
  }

  #points() {
    const { context } = this;
    const { series, rays } = this.model;
    context.strokeStyle = colour("--line");
    context.lineWidth = 1.5;
    for (const ray of rays) {
      const far = this.place(this.width, 0)[0] + 2;
      context.beginPath();
      context.moveTo(...this.at(0.5, 0.5));
      context.lineTo(...this.at(far + 0.5, far * ray.slope + 0.5));
      context.stroke();
    }
    const size = Math.max(2.5, Math.min(16, this.scale[0] * 0.8));
    series.forEach(({ points }, index) => {
      context.fillStyle = colour(["--take", "--pile", "--good", "--bad"][index % 4]);
      for (const [x, y] of points) {
        const [left, top] = this.at(x + 0.5, y + 0.5);
        if (left < -size || top < -size || left > this.width + size) continue;
        if (index % 2) { context.beginPath(); context.arc(left, top, size / 2, 0, 7); context.fill(); } else context.fillRect(left - size / 2, top - size / 2, size, size);
      }
    });
  }

  #bars() {
    const { context } = this;
    this.model.values.forEach((value, heap) => {
      const [left, bottom] = this.at(heap + 0.1, 0);
      const [right, top] = this.at(heap + 0.9, value);
      if (right < LEFT || left > this.width) return;
      context.fillStyle = colour(value === 0 ? "--take" : "--pile");
      context.fillRect(left, value === 0 ? bottom - 4 : top, Math.max(1, right - left), value === 0 ? 4 : bottom - top);
    });
  }

  #pointer() {
    if (!this.point) return;
    const { context } = this;
    const [x, y] = this.point;
    context.strokeStyle = colour("--ink");
    context.lineWidth = 2;
    const [left, bottom] = this.at(x, y);
    context.strokeRect(left, bottom - Math.max(4, this.scale[1]), Math.max(4, this.scale[0]), Math.max(4, this.scale[1]));
    context.strokeStyle = colour("--good");
    context.lineWidth = 2.5;
    for (const [a, b] of this.lines) {
      context.beginPath();
      context.moveTo(...this.at(x + 0.5, y + 0.5));
      context.lineTo(...this.at(a + 0.5, b + 0.5));
      context.stroke();
      context.beginPath();
      context.arc(...this.at(a + 0.5, b + 0.5), 5, 0, 7);
      context.stroke();
    }
  }

  #axes() {
    const { context } = this;
    context.fillStyle = colour("--soft");
    context.strokeStyle = colour("--line");
    context.lineWidth = 1;
    context.font = "12px ui-sans-serif, system-ui, sans-serif";
    const step = (scale) => {
      const wanted = 46 / scale;
      const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
      return Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= wanted) ?? 10 * power);
    };
    const [x0, y1] = this.place(LEFT, 0);
    const [x1, y0] = this.place(this.width, this.height - BELOW);
    const half = this.model.kind === "bars" ? 0 : 0.5;
    context.textAlign = "center";
    context.textBaseline = "top";
    const dx = step(this.scale[0]);
    for (let x = Math.max(0, Math.ceil(x0 / dx) * dx); x <= Math.min(x1, this.model.width); x += dx) {
      const left = this.at(x + 0.5, 0)[0];
      if (left > this.width - 24) break;
      if (left >= LEFT) context.fillText(x, left, this.height - BELOW + 5);
    }
    context.textAlign = "right";
    context.textBaseline = "middle";
    const dy = step(this.scale[1]);
    for (let y = Math.ceil(Math.max(y0, this.model.least ?? 0) / dy) * dy; y <= Math.min(y1, this.model.height); y += dy) {
      const top = this.at(0, y + half)[1];
      if (top > 6 && top < this.height - BELOW) context.fillText(y, LEFT - 6, top);
    }
    context.beginPath();
    context.moveTo(LEFT, 0);
    context.lineTo(LEFT, this.height - BELOW);
    context.lineTo(this.width, this.height - BELOW);
    context.stroke();
    context.font = "italic 14px Georgia, serif";
    context.textAlign = "right";
    context.fillText(this.model.x ?? "", this.width - 6, this.height - 9);
    context.textAlign = "left";
    context.textBaseline = "top";
    context.fillText(this.model.y ?? "", 4, 3);
  }

  value(x, y) {
    if (this.model.kind === "heat") return this.model.grid[y]?.[x];
    if (this.model.kind === "bars") return this.model.values[x];
    return this.model.series.some(({ points }) => points.some(([a, b]) => a === x && b === y)) ? 0 : undefined;
  }

  /** Puts the pointer on a place. */
  mark(x, y) {
    const { width, height, least = 0 } = this.model;
    const [a, b] = [Math.min(Math.max(0, x), width - 1), Math.min(Math.max(least, y), height - 1)];
    if (this.point?.[0] === a && this.point?.[1] === b) return;
    this.point = [a, b];
    this.lines = [];
    this.redrawSoon();
    this.onPoint(a, b, this.value(a, b));
  }

  zoom(factor, left = this.width / 2, top = this.height / 2) {
    const fixed = [(left - LEFT) / this.scale[0] + this.origin[0], (this.height - BELOW - top) / this.scale[1] + this.origin[1]];
    this.scale = this.scale.map((scale) => Math.min(80, Math.max(0.05, scale * factor)));
    this.origin = [fixed[0] - (left - LEFT) / this.scale[0], fixed[1] - (this.height - BELOW - top) / this.scale[1]];
    this.redrawSoon();
  }

  pan(dx, dy) {
    this.origin = [this.origin[0] + dx / this.scale[0], this.origin[1] + dy / this.scale[1]];
    this.redrawSoon();
  }

  #listen() {
    const { canvas } = this;
    let last = null;
    const touches = new Map();
    const spot = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    canvas.onpointerdown = (event) => { canvas.setPointerCapture(event.pointerId); touches.set(event.pointerId, spot(event)); last = spot(event); };
    canvas.onpointerup = canvas.onpointercancel = (event) => { touches.delete(event.pointerId); last = null; };
    canvas.onpointermove = (event) => {
      const [left, top] = spot(event);
      if (touches.size === 2 && touches.has(event.pointerId)) {
        const [one, two] = [...touches.values()];
        const before = Math.hypot(one[0] - two[0], one[1] - two[1]);
        touches.set(event.pointerId, [left, top]);
        const [three, four] = [...touches.values()];
        this.zoom(Math.hypot(three[0] - four[0], three[1] - four[1]) / Math.max(1, before), (three[0] + four[0]) / 2, (three[1] + four[1]) / 2);
      } else if (last && event.buttons) {
        this.pan(last[0] - left, top - last[1]);
        last = [left, top];
      } else {
        this.mark(...this.place(left, top));
      }
    };
    canvas.onwheel = (event) => { event.preventDefault(); this.zoom(Math.exp(-event.deltaY / 400), ...spot(event)); };
    canvas.onkeydown = (event) => {
      const [x, y] = this.point ?? [0, 0];
      const go = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (go && event.shiftKey) this.pan(40 * go[0], 40 * go[1]);
      else if (go) this.mark(x + go[0], y + go[1]);
      else if (event.key === "+" || event.key === "=") this.zoom(1.3);
      else if (event.key === "-") this.zoom(1 / 1.3);
      else if (event.key === "Home" || event.key === "0") { this.fit(); this.redrawSoon(); } else return;
      event.preventDefault();
    };
  }
}
