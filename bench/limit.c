/* The legal moves of building (N7) of First Train to Nuremberg, written by hand: what the rules in building.py could
   cost at best. bench/limit.py compiles it, compares its moves with those of the engine, and measures both. */
#include <stdint.h>

#define PLOTS 62
#define BORDERS 180
#define BUILD 137
#define TRACK 15
#define NOWHERE (-1)

typedef struct {
    int64_t near[PLOTS + 1], near_border[2 * BORDERS], near_plot[2 * BORDERS];
    int64_t end_a[BORDERS], cost[BORDERS];
    int64_t south, south_start_only;
} Board;

typedef struct {
    int64_t active, head, visited, links, touched, red, green, cubes;
    int64_t influence[4]; /* white, brown, red, green */
    int64_t owner[BORDERS], landlords[PLOTS];
} Position;

static int affordable(const Board *b, const Position *p, int64_t border, int64_t start, int64_t end) {
    int64_t red = (p->red >> end) & 1, green = (p->green >> end) & 1, white = p->landlords[end];
    if (p->head == NOWHERE) {
        red += (p->red >> start) & 1;
        green += (p->green >> start) & 1;
        white += p->landlords[start];
    }
    if (p->influence[2] < red || p->influence[3] < green || p->influence[0] < white) return 0;
    int64_t left = p->influence[0] + p->influence[1] + p->influence[2] + p->influence[3] - red - green - white;
    return p->cubes + left >= b->cost[border];
}

static int64_t add_links(const Board *b, const Position *p, int64_t plot, int64_t *found, int64_t count) {
    if (p->head != NOWHERE && (b->south >> plot) & 1) return count;
    for (int64_t i = b->near[plot]; i < b->near[plot + 1]; i++) {
        int64_t border = b->near_border[i], end = b->near_plot[i];
        if (p->owner[border] != NOWHERE) continue;
        if (p->head != NOWHERE && (p->visited >> end) & 1) continue;
        if (b->south_start_only && (b->south >> end) & 1) continue;
        if (!affordable(b, p, border, plot, end)) continue;
        int64_t move = BUILD + 2 * border + (b->end_a[border] != plot), place = count++;
        while (place > 1 && found[place - 1] > move) {
            found[place] = found[place - 1];
            place--;
        }
        found[place] = move;
    }
    return count;
}

int64_t legal(const Board *b, const Position *p, int64_t *found) {
    int64_t count = 1;
    found[0] = 0; /* STOP */
    if (p->links == TRACK) return count;
    if (p->head != NOWHERE) return add_links(b, p, p->head, found, count);
    for (int64_t starts = p->touched | p->red | p->green; starts != 0; starts &= starts - 1)
        count = add_links(b, p, __builtin_ctzll(starts), found, count);
    return count;
}

int64_t list_again(const Board *b, const Position *p, int64_t *found, int64_t times) {
    int64_t count = 0;
    while (times-- > 0) {
        __asm__ volatile("" : : "r"(p) : "memory"); /* the position might have changed */
        count = legal(b, p, found);
    }
    return count;
}
